import { formatAuthorization } from '@corroborate/wire/authorization'
import { type Call, callPath } from '@corroborate/wire/call'
import type { SchemaErrorEntry } from '@corroborate/wire/envelope'
import { captchaRequiredText, headerNames } from '@corroborate/wire/headers'
import { hex } from '@corroborate/wire/hex'
import { encodeTelemetry, type Telemetry } from '@corroborate/wire/telemetry'
import type { BodyOf, DataOf, ParamsOf } from '@corroborate/wire/types'
import type { Environment } from './environment.ts'
import { ApiError, ApiSchemaError, ApiUnreachableError, CaptchaError } from './errors.ts'
import { type Held, isLoopback, type SessionStore } from './session-store.ts'

/** A random UUID (RFC 9562 §5.4). `crypto.randomUUID` is missing on pages without TLS. */
const uuid = (crypto: Crypto): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const digits = hex(bytes)
  const variant = '89ab'[(bytes[8] ?? 0) & 3]
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
}

const sdk = { identifier: 'Corroborate headless client', version: '0.2.0' }

/** Describes a request's caller and page. Its IDs are unique to the request, so that nobody can be tracked by them. */
export const describeCaller = ({ crypto, hostname, now }: Environment, { user, session }: Held): Telemetry => ({
  event_id: `event-id-${uuid(crypto)}`,
  app_session_id: `app-session-id-${uuid(crypto)}`,
  persistent_id: `persistent-id-${uuid(crypto)}`,
  client_sent_at: new Date(now()).toISOString(),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  stytch_user_id: user?.user_id,
  stytch_session_id: session?.session_id,
  app: { identifier: hostname },
  sdk,
})

type HintAtOriginNeeds = {
  baseUrl: string
  publicToken: string
  environment: Pick<Environment, 'isBrowser' | 'hostname' | 'origin' | 'fetch' | 'warn'>
}

/**
 * Hint for developers: requests from an origin that the project does not allow fail as if the provider were down. The provider's script
 * list is accessible from any origin, which distinguishes the two.
 * @returns a function to call after a failed request; it warns once
 */
export const createOriginHint = ({ baseUrl, publicToken, environment }: HintAtOriginNeeds): (() => Promise<void>) => {
  const { isBrowser, hostname, origin, fetch, warn } = environment
  let isDue = isBrowser && (isLoopback(hostname) || publicToken.includes('public-token-test'))
  return async () => {
    if (!isDue) return
    isDue = false
    const answer = await fetch(`${baseUrl}/sdk.json`, { credentials: 'omit' }).catch(() => null)
    if (answer?.ok) {
      warn(
        `The provider at ${baseUrl} does not allow requests from this origin. To allow it: ` +
          `npm run identity -- project set ${publicToken} --allow-origin ${origin}`,
      )
    } else isDue = true
  }
}

export type Answered = { status: number; contentType: string; text: string }

/** Returns the `data` of a success response. @throws any other class of `errors.ts` that begins with Api, or CaptchaError */
const readAnswer = ({ status, contentType, text }: Answered): unknown => {
  if (status <= 299) {
    const body = parse(text)
    if (!isObject(body) || !isObject(body.data)) throw invalidJson()
    return body.data
  }
  if (!contentType.includes('application/json')) {
    throw text.includes(captchaRequiredText)
      ? new CaptchaError('The provider requires a captcha or proof of work.')
      : invalidAnswer()
  }
  const body = parse(text)
  if (!isObject(body)) throw invalidJson()
  if ('body' in body || 'params' in body || 'query' in body) throw new ApiSchemaError(entriesOf(body))
  // A gateway in between may answer with JSON of its own.
  if (typeof body.error_type !== 'string') throw invalidAnswer()
  throw new ApiError({
    status_code: typeof body.status_code === 'number' ? body.status_code : status,
    request_id: textOf(body.request_id),
    error_type: body.error_type,
    error_message: textOf(body.error_message),
    error_url: textOf(body.error_url),
  })
}

const invalidAnswer = (kind = '') => new ApiUnreachableError(`Invalid ${kind}response from our servers.`)

const invalidJson = () => invalidAnswer('JSON ')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const entriesOf = ({ body, params, query }: Record<string, unknown>): SchemaErrorEntry[] =>
  [body, params, query].flatMap(part => (Array.isArray(part) ? (part as SchemaErrorEntry[]) : []))

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Body of a request, if any, and path parameters. */
export type Sent<C extends Call> = {
  body?: BodyOf<C>
  params?: ParamsOf<C>
}

/** One request and its answer, without any repetition. @throws the errors of the provider and of the way to it */
export type Request = <C extends Call>(call: C, sent?: Sent<C>) => Promise<DataOf<C>>

/** Milliseconds until a call counts as not answered. */
const timeoutMs = 30_000

type Needs = { baseUrl: string; publicToken: string; environment: Environment; store: SessionStore }

/** Headers that identify the caller of every request. In forms they are fields with `prefix` before their names. */
export const createCallerHeaders =
  ({ publicToken, environment, store }: Omit<Needs, 'baseUrl'>) =>
  (prefix = ''): Record<string, string> => ({
    [prefix + headerNames.authorization]: formatAuthorization({ publicToken, sessionToken: store.token() }),
    [prefix + headerNames.telemetry]: encodeTelemetry(describeCaller(environment, store.held())),
    [prefix + headerNames.parentHost]: environment.origin,
  })

export const createRequest = (
  { baseUrl, publicToken, environment }: Omit<Needs, 'store'>,
  headers: () => Record<string, string>,
): Request => {
  const hintAtOrigin = createOriginHint({ baseUrl, publicToken, environment })

  return async <C extends Call>(call: C, { body, params }: Sent<C> = {}) => {
    const trace = environment.trace?.()
    const response = await exchange(environment, baseUrl + callPath(call, params), {
      method: call.method,
      headers: { ...headers(), 'Content-Type': 'application/json', ...(trace && { [headerNames.trace]: trace }) },
      credentials: 'include',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: ApiUnreachableError) => {
      const { cause } = error
      // A request that timed out was not refused because of the page's origin.
      if (!(cause instanceof Error) || cause.name !== 'AbortError') void hintAtOrigin()
      throw error
    })
    // The contract promises the shape; a client of a few kilobytes has no room to check every field of it.
    return readAnswer(response) as DataOf<C>
  }
}

const exchange = async (environment: Environment, url: string, init: RequestInit) => {
  const controller = new AbortController()
  const stopWaiting = environment.after(timeoutMs, () => controller.abort())
  try {
    const response = await environment.fetch(url, { ...init, signal: controller.signal })
    const contentType = response.headers.get('Content-Type') ?? ''
    return { status: response.status, contentType, text: await response.text() }
  } catch (cause) {
    throw new ApiUnreachableError('Unable to contact our servers.', { cause })
  } finally {
    stopWaiting()
  }
}
