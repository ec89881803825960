import { createHash } from 'node:crypto'

/** Maximum age of an id_token in seconds, also used as the clock skew allowance. */
const longestAgo = 3_600

export type Claims = Readonly<Record<string, unknown>>

/**
 * Checks the parts of an id_token that the library doesn't: its age, its access token hash (OpenID Connect Core §3.1.3.8) and its key ID.
 * Returns null if valid, otherwise the name of the fault. Pure.
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
