import { normalizeCode } from '@corroborate/wire/codes'
import { passcodeLength } from '@corroborate/wire/limits'

/** The digits of what was typed or pasted, at most a passcode's worth. Digits of other scripts become ASCII digits. */
export const passcodeDigits = (text: string): string =>
  normalizeCode(text)
    .replace(/[^0-9]/g, '')
    .slice(0, passcodeLength)

export const isComplete = (digits: string): boolean => digits.length === passcodeLength
