import { parseEmail } from '@corroborate/wire/email'

/** A mail address in its one spelling; null for anything else. */
export const mailOf = (text: string): string | null => {
  const parsed = parseEmail(text.trim())
  return parsed.kind === 'email' ? parsed.email : null
}
