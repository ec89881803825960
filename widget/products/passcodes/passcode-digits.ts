import { normalizeCode } from '@corroborate/wire/codes'
import { passcodeLength } from '@corroborate/wire/limits'

/** Extracts up to an OTP's digits from typed or pasted text. Converts digits of other scripts to ASCII. */
export const passcodeDigits = (text: string): string =>
  normalizeCode(text)
    .replace(/[^0-9]/g, '')
    .slice(0, passcodeLength)

export const isComplete = (digits: string): boolean => digits.length === passcodeLength
