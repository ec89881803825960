import type { passwords } from '@corroborate/wire/passwords'
import type { DataOf } from '@corroborate/wire/types'

export type LudsRequirements = DataOf<typeof passwords.strengthCheck>['feedback']['luds_requirements']

/**
 * Reports a password's character classes (lowercase, uppercase, digits, symbols) and the missing characters and classes under the policy.
 * Letters of all scripts count; caseless letters count as lowercase. Characters are code points. Pure.
 */
export const ludsRequirements = (
  password: string,
  { complexity, minimumCount }: { complexity: number; minimumCount: number },
): LudsRequirements => {
  const has = {
    has_lower_case: /[\p{Ll}\p{Lo}\p{Lm}]/u.test(password),
    has_upper_case: /[\p{Lu}\p{Lt}]/u.test(password),
    has_digit: /\p{Nd}/u.test(password),
    has_symbol: /[^\p{L}\p{Nd}]/u.test(password),
  }
  const kinds = Object.values(has).filter(Boolean).length
  return {
    ...has,
    missing_characters: Math.max(0, minimumCount - [...password].length),
    missing_complexity: Math.max(0, complexity - kinds),
  }
}
