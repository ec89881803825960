import { decodeBase64, encodeBase64 } from './base64.ts'
import { maxLength } from './limits.ts'

/** Credentials of a request: the project, and the session if the client has its token. */
export type Credentials = { publicToken: string; sessionToken: string | null }

/** Far more than two tokens need. A longer header is not decoded. */
const maxHeaderLength = 4096

/** The Authorization header of a call: the secret is the session token, or the public token again when the client holds none. */
export const formatAuthorization = ({ publicToken, sessionToken }: Credentials): string =>
  `Basic ${encodeBase64(`${publicToken}:${sessionToken || publicToken}`)}`

/**
 * Reads an Authorization header (RFC 7617), or the `__Authorization` field of a form post. Null when it is missing, malformed or too long;
 * never throws. A secret equal to the public token means that the client holds no session token: `sessionToken` is null then, and a
 * cookie may name the session.
 */
export const parseAuthorization = (header: string | null | undefined): Credentials | null => {
  if (header == null || header.length > maxHeaderLength) return null
  const encoded = /^basic +([^ ]+)$/i.exec(header)?.[1]
  const decoded = encoded === undefined ? null : decodeBase64(encoded)
  if (decoded === null || /\p{Cc}/u.test(decoded)) return null
  const colon = decoded.indexOf(':')
  const publicToken = decoded.slice(0, colon)
  const secret = decoded.slice(colon + 1)
  if (colon < 1 || secret === '' || publicToken.length > maxLength.id) return null
  return { publicToken, sessionToken: secret === publicToken ? null : secret }
}
