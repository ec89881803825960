import { errorTypeOf, type Screen } from '../../form/index.ts'

/** Purpose of a rejected password. */
export type Attempted = 'create' | 'authenticate'

/**
 * Returns the screen for a reset mail after a rejected password, or null if the message suffices. A breached new password only has to be
 * changed; with a breached existing one the user must verify the mailbox.
 */
export const mailScreenAfter = (attempted: Attempted, error: unknown): Screen | null => {
  const type = errorTypeOf(error)
  if (type === 'reset_password') return 'PasswordDedupe'
  return type === 'breached_password' && attempted === 'authenticate' ? 'PasswordBreached' : null
}

/** Milliseconds to wait for the reason before the general one is given. */
const patience = 3_000

/**
 * True if the password is in a known breach according to its grade. False if grading fails or times out. Providers return `reset_password`
 * for this too, since published clients know no other error type.
 */
export const isBreached = (grade: Promise<{ breached_password: boolean }>): Promise<boolean> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, patience, false)
    const settle = (found: boolean): void => {
      clearTimeout(timer)
      resolve(found)
    }
    grade.then(
      ({ breached_password }) => settle(breached_password === true),
      () => settle(false),
    )
  })

/** True if the mailed link's token is permanently invalid, so that a new mail is needed. */
export const isDeadToken = (error: unknown): boolean => deadTokenTypes.has(errorTypeOf(error) ?? '')

const deadTokenTypes: ReadonlySet<string> = new Set([
  'unable_to_auth_password_reset_token',
  'unable_to_auth_magic_link',
  'pkce_mismatch',
  'pkce_expected_code_verifier',
  'pkce_did_not_expect_code_verifier',
])
