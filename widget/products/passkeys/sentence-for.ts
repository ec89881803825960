import { errorTypeOf } from '../../form/index.ts'
import type { PasskeyTexts } from './en.ts'

/** What to say when nobody was signed in (SPEC §8). Pure. */
export const sentenceForSignIn = (error: unknown, texts: PasskeyTexts): string =>
  errorTypeOf(error) === 'webauthn_registration_not_found' ? texts.notFound : texts.unknownError

/**
 * What to say when a passkey that was offered in a field signed nobody in: only that the provider refused the one somebody chose.
 * Nobody asked for anything else, such as a browser without passkeys, or a challenge that could not be fetched. Pure.
 */
export const sentenceForAutofill = (error: unknown, texts: PasskeyTexts): string | undefined =>
  errorTypeOf(error)?.includes('webauthn_registration') ? sentenceForSignIn(error, texts) : undefined

/** What to say when no passkey was made. A refusal of the provider says more than we could. Pure. */
export const sentenceForRegistration = (error: unknown, sentence: string, texts: PasskeyTexts): string => {
  if (error instanceof Error && error.name === 'InvalidStateError') return texts.alreadyRegistered
  return errorTypeOf(error) === undefined ? texts.notCreated : sentence
}

/** Whether a ceremony ended because something else of the page began, or left. */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
