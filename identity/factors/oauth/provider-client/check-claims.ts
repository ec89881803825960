import { createHash } from 'node:crypto'

/** How far from now an id_token may have been issued, in s. */
const longestAgo = 3_600

export type Claims = Readonly<Record<string, unknown>>

/**
 * What the library leaves open about an id_token: that it is new, that it belongs to the access token that came with it
 * (OpenID Connect Core §3.1.3.8), and that it names its key. Null when all is right, else what is not.
 * @param now epoch ms
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

/** The left half of the SHA-256, which goes with RS256 and ES256 alike. */
const halfHash = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
