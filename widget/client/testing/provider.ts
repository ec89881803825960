import { parseAuthorization } from '@corroborate/wire/authorization'
import { errorBody } from '@corroborate/wire/envelope'
import type { ErrorType } from '@corroborate/wire/errors'

export type Asked = {
  method: string
  path: string
  headers: Headers
  /** The parsed body, or undefined for a call without one. */
  body: unknown
  init: RequestInit
  /** The session token of the Authorization header. */
  secret: string | null
}

type Answering = (asked: Asked) => Response | Promise<Response>

export type ScriptedProvider = {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** From now on a call, such as `POST /otps/authenticate`, is answered so. */
  answer: (call: string, answering: Answering) => void
  /** Returns recorded requests, oldest first: all, or those of one call. */
  asked: (call?: string) => Asked[]
}

export const ok = (data: object): Response => Response.json({ data: { request_id: 'r', status_code: 200, ...data } })

export const refusal = (type: ErrorType): Response => {
  const body = errorBody(type, { requestId: 'request-id-test-1', docsUrl: 'https://docs.example.org/errors' })
  return Response.json(body, { status: body.status_code })
}

export const captchaDemand = (): Response =>
  new Response('Captcha required', { status: 403, headers: { 'Content-Type': 'text/plain' } })

/** An answer that comes when the test wants it. */
export const held = (): { answering: Answering; release: (response: Response) => void } => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  return { answering: () => promise, release: resolve }
}

/** A provider that answers by the test's script, and a plain success to everything else. */
export const createScriptedProvider = (): ScriptedProvider => {
  const script = new Map<string, Answering>()
  const log: Asked[] = []
  return {
    answer: (call, answering) => void script.set(call, answering),
    asked: call => log.filter(({ method, path }) => call === undefined || `${method} ${path}` === call),
    fetch: async (url, init) => {
      const headers = new Headers(init.headers)
      const asked: Asked = {
        method: init.method ?? 'GET',
        path: new URL(url).pathname.replace('/sdk/v1', ''),
        headers,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        init,
        secret: parseAuthorization(headers.get('Authorization'))?.sessionToken ?? null,
      }
      log.push(asked)
      return (script.get(`${asked.method} ${asked.path}`) ?? (() => ok({})))(asked)
    },
  }
}
