import { errorTypeOf } from '../../form/index.ts'
import type { SecondFactorTexts } from './en.ts'

const sentences: Readonly<Record<string, 'wrongCode' | 'wrongRecoveryCode' | 'locked'>> = {
  unable_to_authenticate_totp: 'wrongCode',
  unable_to_authenticate_recovery_code: 'wrongRecoveryCode',
  user_lock_limit_reached: 'locked',
}

/** What is said of a refusal; `sentence` is what the provider says, for all that is not about the code. Pure. */
export const sentenceFor = (error: unknown, sentence: string, texts: SecondFactorTexts): string => {
  const own = sentences[errorTypeOf(error) ?? '']
  return own === undefined ? sentence : texts[own]
}

/** Whether the session that the first factor began is over: the person has to begin again. Pure. */
export const hasSessionEnded = (error: unknown): boolean =>
  ['session_not_found', 'user_unauthenticated'].includes(errorTypeOf(error) ?? '')
