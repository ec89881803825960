import { randomInt } from 'node:crypto'
import { normalizeCode } from '@corroborate/wire/codes'

/** Crockford's letters: none is easily mistaken for another. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const groups = 4
const groupLength = 4

/** True if a normalized text has the form of a recovery code: nothing else can be one. Pure. */
export const isRecoveryCode = (code: string): boolean =>
  code.length === groups * groupLength && [...code].every(letter => letters.includes(letter))

/** Codes a user gets at a time. */
export const recoveryCodeCount = 10

/** A new code of 80 random bits, such as `4kq1-x0ze-99am-t3vd`. */
export const newRecoveryCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/** One spelling for a code: small letters, no spaces or dashes, and one letter for those that look alike. Pure. */
export const normaliseRecoveryCode = (typed: string): string =>
  normalizeCode(typed).toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1')
