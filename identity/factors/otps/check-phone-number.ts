import { type CountryCode, type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'

export type CheckedPhoneNumber =
  | { kind: 'reachable'; country: CountryCode }
  | { kind: 'refused'; errorType: 'invalid_phone_number' | 'invalid_phone_number_country_code'; message?: string }

/**
 * Where no text goes unless a project asks for it: places that take none from abroad, and those to which texts are pumped to
 * share in their price. No list is official; these are the ones that services which send texts mark as high risk again and
 * again, less the large countries among them, whose people would be shut out (the limit per country holds for those).
 */
const closedCountries: ReadonlySet<string> = new Set(
  [
    // No texts from abroad.
    'CU IR KP SY',
    // Islands whose few numbers are known mostly from fraud.
    'AC CK FK FM IO KI MH MV NF NR NU PG PW SB SH TA TK TL TO TV VU WF WS',
    // The Caucasus, Central Asia and the Middle East.
    'AF AZ KG PS TJ TM UZ YE',
    // Africa.
    'BI CD CF CG DJ ER GA GM GN GQ GW KM LR LY MG ML MR NE SL SO SS ST TD ZW',
  ].flatMap(codes => codes.split(' ')),
)

/** Kinds of numbers that belong to a person's phone. The others cost whoever texts them, or nobody reads there. */
const personal: ReadonlySet<NumberType> = new Set<NumberType>(['MOBILE', 'FIXED_LINE_OR_MOBILE', 'FIXED_LINE', 'VOIP'])

/**
 * Whether a text may be sent to a number. Satellite and other numbers without a country, premium, shared-cost, toll-free,
 * personal (+44 70 …) and pager numbers are refused, however valid. Pure.
 * @param phoneNumber in E.164
 * @param countries ISO 3166 regions the project sends to; empty means all but the closed ones.
 */
export const checkPhoneNumber = (phoneNumber: string, countries: readonly string[]): CheckedPhoneNumber => {
  const parsed = parsePhoneNumberFromString(phoneNumber)
  if (parsed === undefined || parsed.number !== phoneNumber)
    return { kind: 'refused', errorType: 'invalid_phone_number' }
  const { country } = parsed
  if (parsed.isNonGeographic() || (country !== undefined && !isOpen(country, countries))) {
    return { kind: 'refused', errorType: 'invalid_phone_number_country_code' }
  }
  if (!parsed.isValid() || country === undefined) return { kind: 'refused', errorType: 'invalid_phone_number' }
  return personal.has(parsed.getType())
    ? { kind: 'reachable', country }
    : {
        kind: 'refused',
        errorType: 'invalid_phone_number_country_code',
        message: 'We cannot send messages to this kind of number.',
      }
}

const isOpen = (country: CountryCode, countries: readonly string[]): boolean =>
  countries.length === 0 ? !closedCountries.has(country) : countries.includes(country)
