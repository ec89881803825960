import { formatAuthorization } from '@corroborate/wire/authorization'
import { type Call, callPath } from '@corroborate/wire/call'
import { headerNames } from '@corroborate/wire/headers'
import { encodeTelemetry } from '@corroborate/wire/telemetry'
import type { BodyOf, DataOf, ParamsOf } from '@corroborate/wire/types'
import { describeCaller } from './describe-caller.ts'
import type { Environment } from './environment.ts'
import { ApiUnreachableError } from './errors.ts'
import { createOriginHint } from './hint-at-origin.ts'
import { readAnswer } from './read-answer.ts'
import type { SessionStore } from './session-store.ts'

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
