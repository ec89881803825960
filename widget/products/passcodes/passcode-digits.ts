import { passcodeLength } from '@corroborate/wire/limits'

/** The digits of what was typed or pasted, at most a passcode's worth. Digits of other scripts become ASCII digits. */
export const passcodeDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digit => String(worthOf(digit)))
    .replace(/[^0-9]/g, '')
    .slice(0, passcodeLength)

export const isComplete = (digits: string): boolean => digits.length === passcodeLength

// The ten digits of a script follow each other in Unicode, so a digit's value is how many digits come directly before it.
const worthOf = (digit: string): number => {
  let worth = 0
  for (let code = (digit.codePointAt(0) ?? 0) - 1; worth < 9 && /\p{Nd}/u.test(String.fromCodePoint(code)); code--)
    worth++
  return worth
}
