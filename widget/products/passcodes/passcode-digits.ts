import { passcodeLength } from '@corroborate/wire/limits'

/** The digits of what was typed or pasted, at most a passcode's worth. Digits of other scripts count as what they are worth. */
export const passcodeDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digit => String(worthOf(digit)))
    .replace(/[^0-9]/g, '')
    .slice(0, passcodeLength)

export const isComplete = (digits: string): boolean => digits.length === passcodeLength

// Unicode keeps the ten digits of a script together and in order, so a digit's worth is how many of them stand before it.
const worthOf = (digit: string): number => {
  let worth = 0
  for (let code = (digit.codePointAt(0) ?? 0) - 1; worth < 9 && /\p{Nd}/u.test(String.fromCodePoint(code)); code--)
    worth++
  return worth
}
