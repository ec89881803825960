import { phoneServiceTimeoutMs } from '@corroborate/wire/limits'
import type { ParsedPhoneNumber } from '@corroborate/wire/types'
import { dialCodes } from './dial-codes.ts'

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
