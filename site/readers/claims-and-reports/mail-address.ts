import { parseEmail } from '@corroborate/wire/email'

/** Normalizes an email address; null if invalid. */
export const mailOf = (text: string): string | null => {
  const parsed = parseEmail(text.trim())
  return parsed.kind === 'email' ? parsed.email : null
}
