import { createHash } from 'node:crypto'

/** How long ago an id_token may have been issued, in seconds. The same time ahead is allowed for clocks that differ. */
const longestAgo = 3_600

export type Claims = Readonly<Record<string, unknown>>

/**
 * Checks what the library does not check of an id_token: that it is new, that it belongs to the access token that came with it
 * (OpenID Connect Core §3.1.3.8), and that it names its key. Null when all is right, otherwise the name of what is wrong. Pure.
 * @param now epoch milliseconds
 */
export const faultOf = (
  claims: Claims,
  { header, accessToken, now }: { header: Claims; accessToken: string | null; now: number },
): string | null => {
  const { iat, at_hash } = claims
  if (typeof header.kid !== 'string') return 'no kid'
  if (typeof iat !== 'number' || Math.abs(now / 1_000 - iat) > longestAgo) return 'iat'
  if (at_hash !== undefined && accessToken !== null && at_hash !== halfHash(accessToken)) return 'at_hash'
  return null
}

/** The left half of the SHA-256, which is the hash for RS256 and for ES256. */
const halfHash = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
