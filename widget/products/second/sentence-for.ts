import { errorTypeOf } from '../../form/index.ts'
import type { SecondFactorTexts } from './en.ts'

const sentences: Readonly<Record<string, 'wrongCode' | 'wrongRecoveryCode' | 'locked'>> = {
  unable_to_authenticate_totp: 'wrongCode',
  unable_to_authenticate_recovery_code: 'wrongRecoveryCode',
  user_lock_limit_reached: 'locked',
}

/** Returns the message for an error; `sentence` is the provider's, for errors not about the code. Pure. */
export const sentenceFor = (error: unknown, sentence: string, texts: SecondFactorTexts): string => {
  const own = sentences[errorTypeOf(error) ?? '']
  return own === undefined ? sentence : texts[own]
}

/** True if the first factor's session has ended, so that the user must start over. Pure. */
export const hasSessionEnded = (error: unknown): boolean =>
  ['session_not_found', 'user_unauthenticated'].includes(errorTypeOf(error) ?? '')
