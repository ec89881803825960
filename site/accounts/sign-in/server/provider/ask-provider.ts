import { callerHeader, type SignCall } from '@corroborate/server-kit/known-caller'
import { tracing } from '@corroborate/server-kit/tracing'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { type Call, callPath } from '@corroborate/wire/call'
import type { BodyOf } from '@corroborate/wire/types'
import { z } from 'zod'
import type { OutsideService } from '../../../../kit/outside/index.ts'

/** The person that a call is made for: the provider counts and records them, not us. */
export type Client = { address: string; userAgent: string }

/** `message` is the provider's user-facing message. */
export type Refused = { kind: 'refused'; errorType: string; status: number; message: string }
export type Unavailable = { kind: 'unavailable'; reason: string }
export type Said = { kind: 'success'; body: unknown } | Refused | Unavailable

/** Call options: `token` is the session to act in, `again` allows a retry. */
type Way = { token?: string | null; client?: Client; again?: boolean }

/** Sends the provider one call. Never throws. */
export type RequestProvider = <C extends Call>(called: C, body: BodyOf<C>, way: Way) => Promise<Said>

/** Timeouts of provider calls for a page view and for a login, in ms. */
const patience = { look: 1_500, act: 8_000 } as const

export type RequestProviderOptions = {
  origin: string
  publicToken: string
  service: Pick<OutsideService, 'send'>
  signCall: SignCall
}

export const createRequestProvider =
  ({ origin, publicToken, service, signCall }: RequestProviderOptions): RequestProvider =>
  async (called, body, { token = null, client, again = false }) => {
    const url = new URL(callPath(called), origin)
    const method = called.method === 'GET' ? 'GET' : 'POST'
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: formatAuthorization({ publicToken, sessionToken: token }),
      ...(client && {
        [callerHeader]: signCall({ address: client.address, method, path: url.pathname }),
        'user-agent': client.userAgent,
      }),
    }
    const request = { method, headers, again, ...(body !== undefined && { body: JSON.stringify(body) }) } as const
    const name = `${method} ${called.path}`
    const attributes = { 'http.request.method': method, 'server.address': url.host, 'url.path': url.pathname }
    const answer = await tracing().span(name, { kind: 'client', attributes }, async span => {
      const traceparent = tracing().traceparent()
      const traced = traceparent === null ? request : { ...request, headers: { ...headers, traceparent } }
      const answered = await service.send(url, traced, again ? patience.look : patience.act)
      if (answered.kind === 'unavailable') span.fail('unavailable')
      return answered
    })
    return answer.kind === 'unavailable' ? answer : takeFlashMessage(answer)
  }

const refusal = z.object({ error_type: z.string(), error_message: z.string(), status_code: z.number() })

const takeFlashMessage = ({ status, body }: { status: number; body: string }): Said => {
  const json = parseJson(body)
  if (status < 300) return { kind: 'success', body: json }
  const read = refusal.safeParse(json)
  if (!read.success) return { kind: 'unavailable', reason: `The identity provider answered ${status}` }
  const { error_type, error_message, status_code } = read.data
  return { kind: 'refused', errorType: error_type, status: status_code, message: error_message }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
