import { createHash, randomBytes } from 'node:crypto'
import { linkIdText } from '@corroborate/wire/landing'
import { z } from 'zod'

/**
 * What a browser without JavaScript remembers between asking for a link and opening it, in a cookie: where it was, the
 * verifier of PKCE (RFC 7636) where the provider wants one, and by what it knows the very link again.
 */
export type LoginNote = { redirect: string; verifier: string | null; linkId: string }

/** The name over TLS is bound to the host, as the session's is. */
export const loginNoteName = (secure: boolean): string => (secure ? '__Host-login' : 'corroborate_login')

/** As long as the link lives, and a little, in seconds. */
export const loginNoteAge = 60 * 60

const note = z.object({ redirect: z.string().max(2000), verifier: z.string().max(128).nullable(), linkId: z.string() })

export const writeLoginNote = (value: LoginNote): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const readLoginNote = (text: string | undefined): LoginNote | null => {
  try {
    return note.parse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString()))
  } catch {
    return null
  }
}

/**
 * The note that was made when the mail with this token was asked for in this browser; null for every other link. Somebody who
 * sends somebody a link of their own must not find the door held open for the mail that this person waits for.
 */
export const noteOfLink = (text: string | undefined, token: string): LoginNote | null => {
  const found = readLoginNote(text)
  const linkId = createHash('sha256').update(linkIdText(token)).digest('base64url')
  return found?.linkId === linkId ? found : null
}

/** A verifier and what is sent ahead of it. */
export const newPkcePair = (): { verifier: string; challenge: string } => {
  const verifier = randomBytes(48).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
