import { phoneServiceTimeoutMs } from '@corroborate/wire/limits'
import type { ParsedPhoneNumber } from '@corroborate/wire/types'

/**
 * Dial codes (ITU-T E.164), each followed by its ISO 3166 regions, and each written as the difference from the one before:
 * `1US6RU` is +1 for the US and +7 for Russia. An object literal would take three times the bytes.
 */
const packed =
  '1AGAIASBBBMBSCADMDOGDGUJMKNKYLCMPMSPRSXTCTTUSVCVGVI6KZRU13EG7ZA3GR1NL1BE1FR1ES2HU3ITVA1RO1CH2AT1GBGGIMJE1DK1SE1N' +
  'OSJ1PL1DE2PE1MX1CU1AR1BR1CL1CO1VE2MY1AUCCCX1ID1PH1NZ1SG1TH15JP1KR2VN2CN4TR1IN1PK1AF1LK1MM3IR113SS1EHMA1DZ3TN2LY2' +
  'GM1SN1MR1ML1GN1CI1BF1NE1TG1BJ1MU1LR1SL1GH1NG1TD1CF1CM1CV1ST1GQ1GA1CG1CD1AO1GW1IO1AC1SC1SD1RW1ET1SO1DJ1KE1TZ1UG1B' +
  'I1MZ2ZM1MG1REYT1ZW1NA1MW1LS1BW1SZ1KM21SHTA1ER6AW1FO1GL51GI1PT1LU1IE1IS1AL1MT1CY1AXFI1BG11LT1LV1EE1MD1AM1BY1AD1MC' +
  '1SM2UA1RS1ME1XK2HR1SI1BA2MK31CZ1SK2LI77FK1BZ1GT1SV1HN1NI1CR1PA1PM1HT81BLGPMF1BO1GY1EC1GF1PY1MQ1SR1UY1BQCW71TL2NF' +
  '1BN1NR1PG1TO1SB1VU1FJ1PW1WF1CK1NU2WS1KI1NC1TV1PF1TK1FM1MH158KP2HK1MO2KH1LA24BD6TW74MV1LB1JO1SY1IQ1KW1SA1YE1OM2PS' +
  '1AE1IL1BH1QA1BT1MN1NP15TJ1TM1AZ1GE1KG2UZ'

const unpack = function* (): Iterable<[region: string, dialCode: string]> {
  let code = 0
  for (const [, more, regions = ''] of packed.matchAll(/(\d+)(\D+)/g)) {
    code += Number(more)
    for (const region of regions.match(/../g) ?? []) yield [region, String(code)]
  }
}

/** Dial codes without the plus, by region: `{ US: '1' }`. */
export const dialCodes: ReadonlyMap<string, string> = new Map(unpack())

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

/** Parses a number within a region or with its dial code. */
export type ParsePhoneNumber = (phoneNumber: string, region?: string) => Promise<ParsedPhoneNumber>

type Typed = { text: string; region: string; parse: ParsePhoneNumber }

/**
 * The number to send a code to, in E.164, or null when it is none. If the service does not answer in
 * time, or fails, the number counts as valid, with the region's dial code before it (SPEC §5).
 */
export const numberToText = async ({ text, region, parse }: Typed): Promise<string | null> => {
  if (!/\d/.test(text)) return null
  const answer = await within(phoneServiceTimeoutMs.submit, parse(text, region))
  if (answer === null) return withDialCode(text, region)
  return answer.isValid ? answer.number : null
}

/**
 * Returns the number in the region's national format, or null if unknown. A number of another region stays as typed, since its national
 * format would be misread.
 */
export const nationalFormat = async ({ text, region, parse }: Typed): Promise<string | null> => {
  if (!/\d/.test(text)) return null
  const answer = await within(phoneServiceTimeoutMs.display, parse(text, region))
  return answer?.isValid && answer.number.startsWith(`+${dialCodes.get(region)}`) ? answer.national : null
}

/** Formats an E.164 number for its country; unchanged if unknown. */
export const readableNumber = async (number: string, parse: ParsePhoneNumber): Promise<string> => {
  const answer = await within(phoneServiceTimeoutMs.display, parse(number))
  return answer?.isValid ? answer.national : number
}

const withDialCode = (text: string, region: string): string => {
  const digits = text.replace(/\D/g, '')
  return text.trim().startsWith('+') ? `+${digits}` : `+${dialCodes.get(region)}${digits}`
}

/** Returns a promise's value, or null on timeout. */
const within = async <Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | null> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(resolve, milliseconds, null)
  })
  try {
    return await Promise.race([promise, late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
