import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

export type TwilioRequest = { path: string; authorization: string; type: string; form: Record<string, string> }
export type TwilioAnswer = { status: number; code?: number } | 'hang up'

/** A report as Twilio posts it to the `StatusCallback` of a message. */
export type TwilioReport = { url: string; form: Record<string, string>; signature: string }

type TwilioOptions = {
  /** The account's token, under which reports are signed. */
  authToken?: string
  /** Approved templates of the account, with the names of their variables. */
  templates?: Readonly<Record<string, readonly string[]>>
  /** Numbers whose texts are accepted but not delivered, with the error code. */
  unreachable?: Readonly<Record<string, number>>
}

/** Twilio's documented test numbers and the error each returns, also used for similar numbers. */
const refusedReceivers: Readonly<Record<string, number>> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
}
const refusedSenders: Readonly<Record<string, number>> = {
  '+15005550001': 21212,
  '+15005550007': 21606,
  '+15005550008': 21611,
}

/**
 * Starts a fake server for the part of Twilio's Messages resource that we use, with its validation errors and its status callbacks.
 * `answers` override the responses to any request.
 */
export const startTwilio = async (
  answers: TwilioAnswer[] = [],
  { authToken = 'token', templates = {}, unreachable = {} }: TwilioOptions = {},
) => {
  const requests: TwilioRequest[] = []
  const reports: TwilioReport[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    const authorization = request.headers.authorization ?? ''
    const type = request.headers['content-type'] ?? ''
    requests.push({ path: request.url ?? '', authorization, type, form })
    const answer = answers.shift() ?? answerTo(form, authorization, authToken, templates)
    if (answer === 'hang up') {
      request.socket.destroy()
      return
    }
    const { status, code } = answer
    const sid = `SM${String(requests.length).padStart(32, '0')}`
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(
      JSON.stringify(status < 300 ? { sid, status: 'queued' } : { code, message: 'No.', more_info: '', status }),
    )
    if (status < 300 && form.StatusCallback !== undefined) {
      for (const [MessageStatus, ErrorCode] of becomesOf(form, unreachable)) {
        const fields = { MessageSid: sid, SmsSid: sid, MessageStatus, To: form.To ?? '', From: form.From ?? '' }
        reports.push(signed(form.StatusCallback, { ...fields, ...(ErrorCode && { ErrorCode }) }, authToken))
      }
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, answers, requests, reports }
}

const bare = (number = ''): string => number.replace(/^whatsapp:/, '')
const refused = (code: number, status = 400): TwilioAnswer => ({ status, code })

const answerTo = (
  form: Record<string, string>,
  authorization: string,
  authToken: string,
  templates: NonNullable<TwilioOptions['templates']>,
): TwilioAnswer => {
  if (!Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().endsWith(`:${authToken}`)) {
    return refused(20003, 401)
  }
  const { To, From, Body, ContentSid, ContentVariables, StatusCallback } = form
  const number = refusedReceivers[bare(To)] ?? refusedSenders[bare(From)]
  if (number !== undefined) return refused(number)
  if (!/^(whatsapp:)?\+[1-9]\d{6,14}$/.test(To ?? '')) return refused(21211)
  // A channel of one and a number of the other.
  if (To?.startsWith('whatsapp:') !== From?.startsWith('whatsapp:')) return refused(63007)
  if (StatusCallback !== undefined && !/^https:\/\/[^/]+\.[^/]+\//.test(StatusCallback)) return refused(21609)
  if (ContentSid === undefined) {
    if (ContentVariables !== undefined) return refused(21654)
    return Body ? { status: 201 } : refused(21602)
  }
  const names = templates[ContentSid]
  if (names === undefined) return refused(21655)
  return areFilled(ContentVariables ?? '{}', names) ? { status: 201 } : refused(21656)
}

/** Every variable of the template has a text that is not empty. */
const areFilled = (json: string, names: readonly string[]): boolean => {
  try {
    const values = JSON.parse(json) as Record<string, unknown>
    return names.every(name => typeof values[name] === 'string' && values[name] !== '')
  } catch {
    return false
  }
}

const becomesOf = (
  { To, ContentSid }: Record<string, string>,
  unreachable: NonNullable<TwilioOptions['unreachable']>,
): [status: string, code?: string][] => {
  const code = unreachable[bare(To)] ?? (To?.startsWith('whatsapp:') && ContentSid === undefined ? 63016 : undefined)
  if (code === undefined) return [['sent'], ['delivered']]
  return [['sent'], [code === 63016 ? 'failed' : 'undelivered', String(code)]]
}

/** Implements https://www.twilio.com/docs/usage/security independently of the code under test. */
const signed = (url: string, form: Record<string, string>, authToken: string): TwilioReport => {
  let text = url
  for (const name of Object.keys(form).sort()) text += name + form[name]
  return { url, form, signature: createHmac('sha1', authToken).update(text).digest('base64') }
}
