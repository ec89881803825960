import { type KeyObject, timingSafeEqual } from 'node:crypto'
import { jwtVerify } from 'jose'
import type { Row } from './row.ts'

/** A client as it is registered at a provider. */
export type Client = {
  clientId: string
  /** At Apple the client has a key, and signs its secret with it (RFC 7523). */
  secret: string | { teamId: string; keyId: string; publicKey: KeyObject }
  isRedirectUri: (uri: string) => boolean
}

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Decodes the form-encoding of a client's id and secret in a Basic header (RFC 6749 §2.3.1). */
const formDecode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const basicOf = (authorization: string | null): { id: string; secret: string } | null => {
  const [, encoded] = /^Basic (.+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  return { id: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) }
}

/** True if a token request authenticates the client by exactly one method that the provider accepts (RFC 6749 §2.3). */
export const provesItself = async (
  row: Row,
  client: Client,
  authorization: string | null,
  form: URLSearchParams,
): Promise<boolean> => {
  const basic = basicOf(authorization)
  const posted = form.get('client_secret')
  if (basic !== null && posted !== null) return false
  if (typeof client.secret !== 'string') {
    return form.get(row.clientParameter) === client.clientId && (await isSigned(posted, client.clientId, client.secret))
  }
  if (basic !== null) {
    return row.authentication.includes('basic') && basic.id === client.clientId && isSame(basic.secret, client.secret)
  }
  return (
    row.authentication.includes('post') &&
    form.get(row.clientParameter) === client.clientId &&
    isSame(posted ?? '', client.secret)
  )
}

/** True if the text is a client secret for Apple: a JWT of the team about the client, valid for at most half a year. */
const isSigned = async (
  secret: string | null,
  clientId: string,
  { teamId, keyId, publicKey }: Exclude<Client['secret'], string>,
): Promise<boolean> => {
  try {
    const { protectedHeader, payload } = await jwtVerify(secret ?? '', publicKey, {
      algorithms: ['ES256'],
      issuer: teamId,
      subject: clientId,
      audience: 'https://appleid.apple.com',
      requiredClaims: ['iat', 'exp'],
    })
    return protectedHeader.kid === keyId && Number(payload.exp) - Number(payload.iat) <= 15_777_000
  } catch {
    return false
  }
}
