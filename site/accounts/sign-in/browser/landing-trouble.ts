import { ApiError, NotBegunHereError } from '@corroborate/widget/client'

const keyTypes: ReadonlySet<string> = new Set([
  'pkce_mismatch',
  'pkce_expected_code_verifier',
  'pkce_did_not_expect_code_verifier',
])

const begunElsewhere =
  'This login was started in another browser, or a newer one has replaced it. Start again to log in.'
const noAnswer = 'The login service is not responding. Try again.'

/** Why a token was not taken, for the reader; `isRefused`: it will not be taken later either. */
export const landingTrouble = (error: unknown): { sentence: string; isRefused: boolean } => {
  if (error instanceof NotBegunHereError) return { sentence: begunElsewhere, isRefused: true }
  if (!(error instanceof ApiError)) return { sentence: noAnswer, isRefused: false }
  if (keyTypes.has(error.error_type)) return { sentence: begunElsewhere, isRefused: true }
  return { sentence: error.error_message, isRefused: !isPassing(error.status_code) }
}

/** A provider that is busy, or has trouble of its own, has taken nothing: the same token may be sent again (RFC 9110, 15.6; RFC 6585, 4). */
const isPassing = (status: number): boolean => status === 429 || status >= 500
