import { readTextUpTo } from '@corroborate/server-kit/bounded-reading'
import { createSmtpMailer } from '@corroborate/server-kit/mail'
import type { Secret } from '@corroborate/server-kit/settings'
import { z } from 'zod'
import type { Parcel, SendResult, Transport } from './transport.ts'

/**
 * Sends mail through an SMTP server (see `createSmtpMailer`).
 * @param from `Name <address>` or an address.
 * @param patience timeout of an attempt, in ms
 */
export const smtpTransport = (url: Secret, from: string, patience?: number): Transport => {
  const mailer = createSmtpMailer(url, from, patience)
  return {
    send: ({ id, to, rendered: { subject, text, html } }, signal) =>
      mailer.send({ id, to, subject: subject ?? '', text, html }, signal),
    close: mailer.close,
  }
}

export type TwilioOptions = {
  readonly accountSid: string
  readonly authToken: Secret
  /** A number of the account that may send. */
  readonly from: string
  /** Approved templates of passcodes by language; null: nothing goes out by WhatsApp. */
  readonly whatsappTemplates: Readonly<Record<string, WhatsappTemplate>> | null
  /** Returns Twilio's status callback URL for a text; null if there is none. */
  readonly reportUrl: (textId: string) => string | null
  /** Base address, without a slash at its end. */
  readonly apiUrl: string
  readonly now: () => number
}

/** A template's SID (`HX…`) and the values of its variables, with `{code}`, `{project}` and `{minutes}` placeholders. */
export type WhatsappTemplate = { readonly sid: string; readonly variables: Readonly<Record<string, string>> }

const timeoutMs = 10_000
/** Bytes of the largest answer that is read. */
const largestAnswer = 100_000
/** Seconds: the longest `ValidityPeriod` every account may ask for. */
const longestValidity = 14_400

const errorAnswer = z.object({ code: z.number().optional() })

/**
 * Sends SMS and WhatsApp messages through Twilio's REST API (Messages resource, version 2010-04-01).
 * Twilio has no idempotency keys, so delivery is at least once: an attempt without a response is retried.
 */
export const twilioTransport = (options: TwilioOptions): Transport => {
  const { accountSid, authToken, apiUrl } = options
  const address = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = () => `Basic ${Buffer.from(`${accountSid}:${authToken.reveal()}`).toString('base64')}`

  return {
    send: async (parcel, signal) => {
      const form = formOf(parcel, options)
      if (form === null) return { kind: 'rejected', reason: 'No approved template is set for WhatsApp.' }
      const tooLate = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await fetch(address, {
          method: 'POST',
          headers: { Authorization: authorization(), Accept: 'application/json' },
          body: form,
          // Credentials follow no redirect.
          redirect: 'error',
          signal: signal === undefined ? tooLate : AbortSignal.any([signal, tooLate]),
        })
        const text = await readTextUpTo(answer, largestAnswer)
        return answer.ok ? { kind: 'sent' } : resultOf(answer.status, codeIn(text ?? ''))
      } catch (error) {
        return { kind: 'unavailable', reason: `Twilio did not answer: ${(error as Error).name}` }
      }
    },
    close: () => {},
  }
}

const formOf = (parcel: Parcel, { from, whatsappTemplates, reportUrl, now }: TwilioOptions): URLSearchParams | null => {
  const { channel, to, rendered, expiresAt, textId } = parcel
  const content = channel === 'whatsapp' ? templateOf(parcel, whatsappTemplates, now()) : { Body: rendered.text }
  if (content === null) return null
  const prefix = channel === 'whatsapp' ? 'whatsapp:' : ''
  const form = new URLSearchParams({ To: prefix + to, From: prefix + from, ...content })
  // Keeps Twilio's queue from delivering expired codes.
  if (expiresAt !== null) form.set('ValidityPeriod', String(Math.min(secondsUntil(expiresAt, now()), longestValidity)))
  const report = textId === null ? null : reportUrl(textId)
  if (report !== null) form.set('StatusCallback', report)
  return form
}

const secondsUntil = (moment: number, now: number): number => Math.max(1, Math.ceil((moment - now) / 1_000))

/**
 * Selects an approved template in the recipient's language, else English, else the first. WhatsApp rejects free-form text unless the
 * recipient wrote to us within a day (Twilio's error 63016), which OTP recipients haven't.
 */
const templateOf = (
  { locale, project, rendered, expiresAt }: Parcel,
  templates: TwilioOptions['whatsappTemplates'],
  now: number,
): { ContentSid: string; ContentVariables: string } | null => {
  const template = templates?.[locale] ?? templates?.en ?? Object.values(templates ?? {})[0]
  if (template === undefined || rendered.code === null) return null
  const minutes = expiresAt === null ? '' : String(Math.ceil(secondsUntil(expiresAt, now) / 60))
  const said: Readonly<Record<string, string>> = { code: rendered.code, project, minutes }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, word: string) => said[word] ?? '')
  const variables = Object.entries(template.variables).map(([name, text]) => [name, fill(text)] as const)
  return { ContentSid: template.sid, ContentVariables: JSON.stringify(Object.fromEntries(variables)) }
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
