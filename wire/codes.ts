/** Separators in typed or pasted codes: spaces, dashes, dots and invisible characters. */
const separators = /[\s\p{Pd}\u2212._\p{Cf}]/gu

/**
 * A typed or pasted code in one spelling, so that `123 456`, `123-456`, full-width digits and those of other scripts are the code they
 * show. Letters stay. Pure.
 */
export const normalizeCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digit => String(digitValue(digit)))
    .replace(separators, '')

/** True for six ASCII digits: nothing else can be a passcode or a code of an authenticator app. */
export const isSixDigits = (code: string): boolean => /^\d{6}$/.test(code)

// The ten digits of a script follow each other in Unicode, and sometimes those of the next one follow them: a digit's value is the last
// digit of how many come directly before it.
const digitValue = (digit: string): number => {
  let value = 0
  for (let code = (digit.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(code)); code--) value++
  return value % 10
}
