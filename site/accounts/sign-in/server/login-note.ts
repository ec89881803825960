import { createHash, randomBytes } from 'node:crypto'
import { linkIdText } from '@corroborate/wire/landing'
import { z } from 'zod'

/**
 * State of a browser without JavaScript between requesting and opening a magic link, in a cookie: its page, the PKCE verifier (RFC 7636) if
 * the provider requires one, and the link's ID.
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
 * Returns the note of the browser that requested the mail with this token; null for any other link. An attacker's link must not benefit
 * from the mail that this user is waiting for.
 */
export const noteOfLink = (text: string | undefined, token: string): LoginNote | null => {
  const found = readLoginNote(text)
  const linkId = createHash('sha256').update(linkIdText(token)).digest('base64url')
  return found?.linkId === linkId ? found : null
}

/** Generates a PKCE verifier and its challenge. */
export const newPkcePair = (): { verifier: string; challenge: string } => {
  const verifier = randomBytes(48).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
