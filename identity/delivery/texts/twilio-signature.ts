import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@corroborate/server-kit/settings'

export type TwilioForm = Readonly<Record<string, string | readonly string[]>>

/**
 * What Twilio writes into `X-Twilio-Signature` of a form post: HMAC-SHA1, in base64, of the whole public URL it called, followed
 * by the name and the value of every field, sorted by name; of a field that occurs several times each different value once,
 * sorted too (https://www.twilio.com/docs/usage/security#validating-requests).
 */
export const twilioSignature = (authToken: Secret, url: string, form: TwilioForm): string => {
  const fields = Object.keys(form)
    .toSorted()
    .flatMap(name => [...new Set([form[name] ?? []].flat())].toSorted().map(value => name + value))
  return createHmac('sha1', authToken.reveal())
    .update(url + fields.join(''))
    .digest('base64')
}

/**
 * Whether a request came from Twilio, for this very address and with these very fields. Twilio is not consistent about
 * writing a port that goes without saying, so that the address counts with it and without.
 * @param url as we named it to Twilio: never one that a request names.
 */
export const isSignedByTwilio = (
  authToken: Secret,
  signature: string | undefined,
  url: string,
  form: TwilioForm,
): boolean =>
  signature !== undefined &&
  spellingsOf(url).some(spelling => isSame(signature, twilioSignature(authToken, spelling, form)))

const spellingsOf = (text: string): readonly string[] => {
  const { protocol, host, hostname, port, pathname, search } = new URL(text)
  const rest = pathname + search
  const usual = protocol === 'https:' ? '443' : '80'
  return port === ''
    ? [`${protocol}//${host}${rest}`, `${protocol}//${hostname}:${usual}${rest}`]
    : [text, `${protocol}//${hostname}${rest}`]
}

const isSame = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
