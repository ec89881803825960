import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@corroborate/server-kit/settings'

export type TwilioForm = Readonly<Record<string, string | readonly string[]>>

/**
 * Computes `X-Twilio-Signature` of a form post: base64 HMAC-SHA1 of the full public URL, followed by each field's name and value, sorted by
 * name. Repeated fields contribute each distinct value once, sorted (https://www.twilio.com/docs/usage/security#validating-requests).
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
 * True if Twilio signed this request for this URL and these fields. Twilio includes default ports inconsistently, so both forms of the URL
 * are accepted.
 * @param url the callback URL that we gave Twilio, never one from the request.
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
