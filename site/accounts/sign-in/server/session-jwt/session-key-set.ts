import type { JWK } from 'jose'
import { z } from 'zod'

/** The public keys that sessions may be signed with, by their id. */
export type SessionKeySet = ReadonlyMap<string, JWK>

/** The public members of a key for signatures (RFC 7517): anything else it holds is left out. */
const keyForm = z.object({
  kid: z.string(),
  kty: z.string(),
  use: z.literal('sig').exactOptional(),
  alg: z.string().exactOptional(),
  n: z.string().exactOptional(),
  e: z.string().exactOptional(),
  crv: z.string().exactOptional(),
  x: z.string().exactOptional(),
  y: z.string().exactOptional(),
})
const keySetForm = z.object({ keys: z.array(z.unknown()) })

/** Parses a JWK Set. Returns null if it is invalid; invalid keys are skipped. */
export const readKeySet = (value: unknown): SessionKeySet | null => {
  const set = keySetForm.safeParse(value).data
  if (set === undefined) return null
  const keys = set.keys.map(key => keyForm.safeParse(key).data).filter(key => key !== undefined)
  return new Map(keys.map(key => [key.kid, key]))
}
