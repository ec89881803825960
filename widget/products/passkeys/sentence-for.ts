import { errorTypeOf, useWidget } from '../../form/index.ts'
import { en, type PasskeyTexts } from './en.ts'

/** The texts of this product: in English they come with it, so that other forms need not carry them. */
export const useTexts = (): PasskeyTexts => ({ ...en, ...useWidget().strings.passkeys })

/** Returns the message for a failed sign-in (SPEC §8). Pure. */
export const sentenceForSignIn = (error: unknown, texts: PasskeyTexts): string =>
  errorTypeOf(error) === 'webauthn_registration_not_found' ? texts.notFound : texts.unknownError

/**
 * Returns the message for failed passkey autofill: only if the provider rejected a chosen passkey. Other errors, such as an unsupported
 * browser or an unavailable challenge, are not shown, since the user did not request it. Pure.
 */
export const sentenceForAutofill = (error: unknown, texts: PasskeyTexts): string | undefined =>
  errorTypeOf(error)?.includes('webauthn_registration') ? sentenceForSignIn(error, texts) : undefined

/** Returns the message for a failed registration, preferring the provider's error. Pure. */
export const sentenceForRegistration = (error: unknown, sentence: string, texts: PasskeyTexts): string => {
  if (error instanceof Error && error.name === 'InvalidStateError') return texts.alreadyRegistered
  return errorTypeOf(error) === undefined ? texts.notCreated : sentence
}

/** True if a ceremony was aborted by another one, or by leaving. */
export const isAborted = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
