import { dialCodes } from './dial-codes.ts'

export type Country = { region: string; name: string; dialCode: string }

/** The countries by name, as people of a language (BCP 47) call and order them; by code where a browser has no names. */
export const countriesOf = (language: string): readonly Country[] => {
  const names =
    typeof Intl.DisplayNames === 'function' ? new Intl.DisplayNames([language, 'en'], { type: 'region' }) : null
  const { compare } = new Intl.Collator([language, 'en'])
  return [...dialCodes]
    .map(([region, dialCode]) => ({ region, dialCode, name: names?.of(region) ?? region }))
    .sort((one, other) => compare(one.name, other.name))
}
