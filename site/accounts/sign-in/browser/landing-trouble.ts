import { ApiError, NotBegunHereError } from '@corroborate/widget/client'

const keyTypes: ReadonlySet<string> = new Set([
  'pkce_mismatch',
  'pkce_expected_code_verifier',
  'pkce_did_not_expect_code_verifier',
])

const begunElsewhere =
  'This sign-in was not begun in this browser, or another one was begun since. Begin again to log in.'
const noAnswer = 'The service that signs people in does not answer. Try again.'

/** Why a token was not taken, for the reader; `isRefused`: it will not be taken later either. */
export const landingTrouble = (error: unknown): { sentence: string; isRefused: boolean } => {
  if (error instanceof NotBegunHereError) return { sentence: begunElsewhere, isRefused: true }
  if (!(error instanceof ApiError)) return { sentence: noAnswer, isRefused: false }
  return { sentence: keyTypes.has(error.error_type) ? begunElsewhere : error.error_message, isRefused: true }
}
