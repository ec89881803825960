import { errorTypeOf } from '../../form/index.ts'
import type { OwnTexts } from './en.ts'

const own: Readonly<Record<string, keyof OwnTexts>> = {
  cannot_delete_last_primary_factor: 'lastWayIn',
  stale_factors: 'notProved',
  insufficient_factors: 'notProved',
  session_too_old_to_reset_password: 'notProved',
  duplicate_email: 'duplicate',
  duplicate_phone_number: 'duplicate',
  duplicate_oauth_registration: 'providerTaken',
}

/** Returns the message for a rejected change, with our own text where the provider's lacks the remedy. Pure. */
export const sentenceFor = (error: unknown, sentence: string, texts: OwnTexts): string => {
  const text = own[errorTypeOf(error) ?? '']
  return text === undefined ? sentence : texts[text]
}
