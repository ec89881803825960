import { type CountryCode, type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'

export type CheckedPhoneNumber =
  | { kind: 'reachable'; country: CountryCode }
  | { kind: 'refused'; errorType: 'invalid_phone_number' | 'invalid_phone_number_country_code'; message?: string }

/**
 * Countries that get texts only if a project asks for it. Some take no texts from abroad. In the others, fraudsters have texts
 * sent to numbers that pay them a part of the price. There is no official list: these are the countries that services which send
 * texts often mark as high risk. Large countries are left out, since too many people would be shut out; the limit per
 * country protects there. So are, of those that share +1, the Dominican Republic, Jamaica, Trinidad and the territories of the
 * United States.
 */
const closedCountries: ReadonlySet<string> = new Set(
  [
    // No texts from abroad.
    'CU IR KP SY',
    // Islands whose few numbers are known mostly from fraud.
    'AC CK FK FM IO KI MH MV NF NR NU PG PW SB SH TA TK TL TO TV VU WF WS',
    // Islands that share +1 with the United States: a number there looks like any other, and a text costs ten times as much.
    'AG AI BB BM BS DM GD KN KY LC MS SX TC VC VG',
    // The Caucasus, Central Asia and the Middle East.
    'AF AZ KG PS TJ TM UZ YE',
    // Africa.
    'BI CD CF CG DJ ER GA GM GN GQ GW KM LR LY MG ML MR NE SL SO SS ST TD ZW',
  ].flatMap(codes => codes.split(' ')),
)

/** Kinds of numbers that belong to a person's phone. A text to another kind costs extra, or nobody reads it. */
const personal: ReadonlySet<NumberType> = new Set<NumberType>(['MOBILE', 'FIXED_LINE_OR_MOBILE', 'FIXED_LINE', 'VOIP'])

/**
 * Whether a text may be sent to a number. These are refused even if they are valid: satellite and other numbers without a
 * country, and premium, shared-cost, toll-free, personal (+44 70 …) and pager numbers. Pure.
 * @param phoneNumber in E.164
 * @param countries ISO 3166 regions that the project sends to; empty means all but the closed ones.
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
