import type { ExamplePhoneNumber, ParsedPhoneNumber } from '@corroborate/wire/types'
import { getExampleNumber, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'

/** A phone number as a person typed it, in a country or with its dial code (ITU-T E.164). Never throws. */
export const readPhoneNumber = (text: string, regionCode = 'US'): ParsedPhoneNumber => {
  const parsed = isSupportedCountry(regionCode) ? parsePhoneNumberFromString(text, regionCode) : undefined
  if (parsed === undefined) return { isValid: false, number: text, national: text }
  return { isValid: parsed.isValid(), number: parsed.number, national: parsed.formatNational() }
}

/** Returns an example number of a country as a placeholder; empty for a country without numbers. */
export const examplePhoneNumber = (regionCode: string): ExamplePhoneNumber => {
  const example = isSupportedCountry(regionCode) ? getExampleNumber(regionCode, examples) : undefined
  return { phoneNumber: example?.formatNational() ?? '' }
}
