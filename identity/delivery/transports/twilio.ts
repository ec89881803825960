import type { Secret } from '@corroborate/server-kit/settings'
import { z } from 'zod'
import type { Parcel, SendResult, Transport } from './transport.ts'

export type TwilioOptions = {
  readonly accountSid: string
  readonly authToken: Secret
  /** A number of the account that may send. */
  readonly from: string
  /** Base address, without a slash at its end. */
  readonly apiUrl: string
}

const timeoutMs = 10_000
/** Seconds: the longest `ValidityPeriod` every account may ask for. */
const longestValidity = 14_400

const errorAnswer = z.object({ code: z.number().optional() })

/**
 * Sends SMS and WhatsApp messages through Twilio's REST API (Messages resource, version 2010-04-01).
 *
 * Twilio takes no idempotency key, so a text is sent at least once: an attempt whose answer never arrived is repeated.
 */
export const twilioTransport = ({ accountSid, authToken, from, apiUrl }: TwilioOptions): Transport => {
  const address = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = () => `Basic ${Buffer.from(`${accountSid}:${authToken.reveal()}`).toString('base64')}`

  return {
    send: async (parcel, signal) => {
      const tooLate = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await fetch(address, {
          method: 'POST',
          headers: { Authorization: authorization(), Accept: 'application/json' },
          body: formOf(parcel, from),
          // Credentials follow no redirect.
          redirect: 'error',
          signal: signal === undefined ? tooLate : AbortSignal.any([signal, tooLate]),
        })
        const text = await answer.text()
        return answer.ok ? { kind: 'sent' } : resultOf(answer.status, codeIn(text))
      } catch (error) {
        return { kind: 'unavailable', reason: `Twilio did not answer: ${(error as Error).name}` }
      }
    },
    close: () => {},
  }
}

const formOf = ({ channel, to, rendered, expiresAt }: Parcel, from: string): URLSearchParams => {
  const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
  const form = new URLSearchParams({ To: prefix + to, From: prefix + from, Body: rendered.text })
  if (expiresAt !== null) {
    // Twilio's own queue must not hand out what has expired meanwhile.
    const seconds = Math.ceil((expiresAt - Date.now()) / 1_000)
    form.set('ValidityPeriod', String(Math.min(Math.max(seconds, 1), longestValidity)))
  }
  return form
}

const codeIn = (text: string): number | undefined => {
  try {
    return errorAnswer.safeParse(JSON.parse(text)).data?.code
  } catch {
    return undefined
  }
}

/** 20429 and 14107: too many at once. 30001: the queue is full. */
const busyCodes: ReadonlySet<number> = new Set([14107, 20429, 30001])

/** Trouble that passes: too much at once, their own, or credentials (20003 and its kin) that the operator may put right. */
const passes = (status: number, code = 0): boolean =>
  status === 401 ||
  status === 408 ||
  status === 429 ||
  status >= 500 ||
  busyCodes.has(code) ||
  (status === 403 && (code === 0 || (code >= 20_000 && code < 21_000)))

/**
 * Any other 4xx is about this message or its receiver, such as 21211 (no such number), 21408 (region not enabled), 21610
 * (unsubscribed), 21614 (a landline) or 63003 (no WhatsApp there).
 */
const resultOf = (status: number, code: number | undefined): SendResult => {
  const reason = `Twilio ${status}${code === undefined ? '' : ` error ${code}`}`
  return { kind: passes(status, code) ? 'unavailable' : 'rejected', reason }
}
