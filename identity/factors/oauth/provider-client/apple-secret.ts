import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'

/** Apple's key file (`AuthKey_….p8`) with the ids that belong to it. */
export type AppleKey = { teamId: string; keyId: string; privateKey: string }

/** Whether a text is a key as Apple gives it: PKCS #8, P-256. */
export const isAppleKey = (pem: string): boolean => {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** The client secret that Apple wants: a JWT that is made anew for each call, for five minutes. `now` is epoch ms. */
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
