import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'

/** Apple's key file (`AuthKey_….p8`), with its ids. */
export type AppleKey = { teamId: string; keyId: string; privateKey: string }

/** True if the text is a key in Apple's format: PKCS #8, P-256. Pure. */
export const isAppleKey = (pem: string): boolean => {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** The client secret that Apple wants: a JWT for five minutes, made for each call. `now` is in epoch milliseconds. */
export const appleSecret = (
  { teamId, keyId, privateKey }: AppleKey,
  { clientId, audience, now }: { clientId: string; audience: string; now: number },
): Promise<string> => {
  const issuedAt = Math.floor(now / 1_000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 300)
    .sign(createPrivateKey(privateKey))
}
