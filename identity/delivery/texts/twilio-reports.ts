import { createHmac, timingSafeEqual } from 'node:crypto'
import { type HttpEnv, HttpProblem, isFormPost, readBody } from '@corroborate/server-kit/http'
import type { Logger } from '@corroborate/server-kit/logging'
import type { Secret } from '@corroborate/server-kit/settings'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import { noteTextState, type TextState } from './store.ts'

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

const path = '/v1/webhooks/twilio/texts'

/** Twilio's status callback URL for a text. */
export const twilioReportUrl = (origin: string, textId: string): string =>
  `${origin}${path}/${encodeURIComponent(textId)}`

const fields = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
const report = z.object({
  MessageStatus: z.string(),
  ErrorCode: z
    .string()
    .regex(/^\d{1,6}$/)
    .optional()
    .catch(undefined),
})

/** Twilio's final message statuses. All others are intermediate. */
const ends: Readonly<Record<string, Extract<TextState, 'delivered' | 'undelivered'>>> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
}

type Reported = { db: Database; logger: Logger; now: () => number; origin: string; authToken: Secret }

/**
 * Handles Twilio's status callbacks (https://www.twilio.com/docs/messaging/guides/track-outbound-message-status). Ignores duplicates, late
 * reports, and reports that Twilio did not sign for our callback URL.
 */
export const twilioReports = ({ db, logger, now, origin, authToken }: Reported): Hono<HttpEnv> =>
  new Hono<HttpEnv>().post(`${path}/:text_id`, async c => {
    if (!isFormPost(c)) throw new HttpProblem(415, 'Send a form (application/x-www-form-urlencoded).')
    const form = await readBody(c, fields)
    const textId = c.req.param('text_id')
    const { search } = new URL(c.req.url)
    const url = `${twilioReportUrl(origin, textId)}${search}`
    if (!isSignedByTwilio(authToken, c.req.header('X-Twilio-Signature'), url, form)) {
      throw new HttpProblem(403, 'This report is not signed by Twilio for this address.')
    }
    const { data } = report.safeParse(form)
    const state = data === undefined ? undefined : ends[data.MessageStatus]
    if (data !== undefined && state !== undefined) {
      const reason = state === 'delivered' ? null : `Twilio ${data.MessageStatus} ${data.ErrorCode ?? ''}`.trim()
      const isNews = await noteTextState(db, textId, { state, reason }, now())
      if (isNews && reason !== null) logger.warn({ text: textId, reason }, 'a text could not be delivered')
    }
    // Twilio wants nothing but to know that it was heard.
    return c.body(null, 204)
  })
