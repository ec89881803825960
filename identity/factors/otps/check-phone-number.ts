import { type CountryCode, type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'

export type CheckedPhoneNumber =
  | { kind: 'reachable'; country: CountryCode }
  | { kind: 'refused'; errorType: 'invalid_phone_number' | 'invalid_phone_number_country_code'; message?: string }

/**
 * Countries that get texts only if a project opts in. Some accept no texts from abroad; in the others SMS pumping is common. No official
 * list exists: these are the countries often marked as high risk by SMS providers. Large countries are omitted, since too many users would
 * be locked out; the rate limit per country protects there. Also omitted, of those that share +1: the Dominican Republic, Jamaica, Trinidad
 * and the US territories.
 */
const closedCountries: ReadonlySet<string> = new Set(
  [
    // No texts from abroad.
    'CU IR KP SY',
    // Islands whose few numbers are mostly known for fraud.
    'AC CK FK FM IO KI MH MV NF NR NU PG PW SB SH TA TK TL TO TV VU WF WS',
    // Islands that share +1 with the United States: a number there looks like any other, and a text costs ten times as much.
    'AG AI BB BM BS DM GD KN KY LC MS SX TC VC VG',
    // The Caucasus, Central Asia and the Middle East.
    'AF AZ KG PS TJ TM UZ YE',
    // Africa.
    'BI CD CF CG DJ ER GA GM GN GQ GW KM LR LY MG ML MR NE SL SO SS ST TD ZW',
  ].flatMap(codes => codes.split(' ')),
)

/** Number types of personal phones. Texts to other types cost extra or go unread. */
const personal: ReadonlySet<NumberType> = new Set<NumberType>(['MOBILE', 'FIXED_LINE_OR_MOBILE', 'FIXED_LINE', 'VOIP'])

/**
 * Checks if a number may receive texts. These are rejected even if valid: satellite and other numbers without a country, and premium,
 * shared-cost, toll-free, personal (+44 70 …) and pager numbers. Pure.
 * @param phoneNumber in E.164
 * @param countries ISO 3166 regions that the project sends to; empty means all but the blocked ones.
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
