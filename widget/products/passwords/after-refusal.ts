import { errorTypeOf, type Screen } from '../../form/index.ts'

/** What a password was refused for. */
export type Attempted = 'create' | 'authenticate'

/**
 * The screen that announces a reset mail after a refused password, or null where the sentence is enough.
 * Somebody who chooses a password that leaked only has to choose another one; somebody who has it already must prove the mailbox.
 */
export const mailScreenAfter = (attempted: Attempted, error: unknown): Screen | null => {
  const type = errorTypeOf(error)
  if (type === 'reset_password') return 'PasswordDedupe'
  return type === 'breached_password' && attempted === 'authenticate' ? 'PasswordBreached' : null
}

/** Milliseconds to wait for the reason before the general one is given. */
const patience = 3_000

/**
 * Whether the provider's grade says that a password is known from a breach. False if the grade fails or comes too late.
 * Providers ask for a new password with `reset_password` for this too, since published clients know no other error type for it.
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

/** True when the token of a mailed link will never work here, so that only a new mail helps. */
export const isDeadToken = (error: unknown): boolean => deadTokenTypes.has(errorTypeOf(error) ?? '')

const deadTokenTypes: ReadonlySet<string> = new Set([
  'unable_to_auth_password_reset_token',
  'unable_to_auth_magic_link',
  'pkce_mismatch',
  'pkce_expected_code_verifier',
  'pkce_did_not_expect_code_verifier',
])
