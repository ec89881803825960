import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'

/**
 * What a browser without JavaScript remembers between asking for a link and opening it, in a cookie: where it was, and the
 * verifier of PKCE (RFC 7636) where the provider wants one.
 */
export type LoginNote = { redirect: string; verifier: string | null }

/** The name over TLS is bound to the host, as the session's is. */
export const loginNoteName = (secure: boolean): string => (secure ? '__Host-login' : 'corroborate_login')

/** As long as the link lives, and a little, in seconds. */
export const loginNoteAge = 60 * 60

const note = z.object({ redirect: z.string().max(2000), verifier: z.string().max(128).nullable() })

export const writeLoginNote = (value: LoginNote): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export const readLoginNote = (text: string | undefined): LoginNote | null => {
  try {
    return note.parse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString()))
  } catch {
    return null
  }
}

/** A verifier and what is sent ahead of it. */
export const newPkcePair = (): { verifier: string; challenge: string } => {
  const verifier = randomBytes(48).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
