import { createHash } from 'node:crypto'
import type { Asked } from './row.ts'

/** True if the verifier matches the challenge (RFC 7636 §4.6). Without a challenge there must be no verifier. Pure. */
export const isVerifierOf = (challenge: Asked['challenge'], verifier: string | null): boolean => {
  if (challenge === null) return verifier === null
  if (verifier === null) return false
  const made = challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return made === challenge.value
}
