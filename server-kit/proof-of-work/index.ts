import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'

/**
 * The work: about 256 keys have to be derived to find one with this prefix, half a second in a browser, while to check it
 * takes one. ALTCHA's own advice for 2026 machines.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, keyLength: 32, keyPrefix: '00' }
/** Lifetime of a challenge, in ms. */
const lifetime = 10 * 60_000
/** The longest token that is looked at, in characters; ours have some 700. */
const longestToken = 4_096

const text = z.string().max(longestToken)
const payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(work.algorithm),
      nonce: text,
      salt: text,
      cost: z.literal(work.cost),
      keyLength: z.literal(work.keyLength),
      keyPrefix: text,
      expiresAt: z.number(),
      data: z.object({ about: text }),
    }),
    signature: text,
  }),
  solution: z.object({ counter: z.number(), derivedKey: text }),
})

/** A solved challenge with its nonce, valid until `expiresAt`, epoch ms. */
export type Solved = { nonce: string; expiresAt: number }

export type ProofOfWork = {
  /** Creates a challenge; `about` binds the proof to a purpose. */
  challenge: (about: string) => Promise<Challenge>
  /**
   * Reads a token: base64 of `{ challenge, solution }` as JSON. Null for anything but a solved challenge of ours about this. It
   * is the caller's to spend it, by its nonce, so that it is good once.
   */
  read: (token: string, about: string) => Promise<Solved | null>
}

/**
 * Proof of work as a captcha: no third party, no tracking, and a barely noticeable half second.
 * @param key signing key of the challenges
 */
export const createProofOfWork = (key: () => Promise<string>, now: () => number): ProofOfWork => ({
  challenge: async about =>
    createChallenge({
      ...work,
      deriveKey,
      hmacSignatureSecret: await key(),
      expiresAt: new Date(now() + lifetime),
      data: { about },
    }),

  read: async (token, about) => {
    const read = readToken(token)
    if (read === null || read.challenge.parameters.data.about !== about) return null
    const { nonce, expiresAt } = read.challenge.parameters
    const { verified } = await verifySolution({ ...read, deriveKey, hmacSignatureSecret: await key() })
    return verified && expiresAt * 1_000 > now() ? { nonce, expiresAt: expiresAt * 1_000 } : null
  },
})

const readToken = (token: string): z.infer<typeof payload> | null => {
  if (token.length > longestToken) return null
  try {
    return payload.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data ?? null
  } catch {
    return null
  }
}
