import type { HttpContext, HttpEnv } from '@corroborate/server-kit/http'
import { formatAuthorization } from '@corroborate/wire/authorization'
import { sdkPrefix } from '@corroborate/wire/call'
import type { Hono } from 'hono'
import { consoleToken } from '../../administrators/index.ts'

/** Response of an API call: its data or an error message. */
export type SdkAnswer =
  | { kind: 'answered'; data: Record<string, unknown> }
  | { kind: 'refused'; sentence: string; type: string }

/** Calls the provider's own `/sdk/v1` for a console visitor, whose network address counts for rate limits. */
export type SdkClient = (
  c: HttpContext,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  call?: { body?: unknown; session?: string | null },
) => Promise<SdkAnswer>

/** Request headers forwarded with the call. */
const passedOn = ['User-Agent', 'X-Forwarded-For'] as const

/** The console is a client of the provider like any other, only that its calls need no wire. */
export const createSdkClient =
  (app: Hono<HttpEnv>, origin: string): SdkClient =>
  async (c, method, path, { body, session = null } = {}) => {
    const headers = new Headers({
      Authorization: formatAuthorization({ publicToken: consoleToken, sessionToken: session }),
      Origin: origin,
    })
    for (const name of passedOn) {
      const value = c.req.header(name)
      if (value !== undefined) headers.set(name, value)
    }
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await app.request(`${origin}${sdkPrefix}${path}`, init, c.env)
    const text = await answer.text()
    if (!(answer.headers.get('Content-Type') ?? '').includes('json')) {
      return { kind: 'refused', sentence: 'That was too often. Try again in a few minutes.', type: 'captcha_required' }
    }
    const json = JSON.parse(text) as { data?: Record<string, unknown>; error_message?: string; error_type?: string }
    return answer.ok
      ? { kind: 'answered', data: json.data ?? {} }
      : { kind: 'refused', sentence: json.error_message ?? 'That did not work.', type: json.error_type ?? '' }
  }
