import { readTextUpTo } from '@corroborate/server-kit/bounded-reading'

/** Response of an external service, or a timeout. Never an exception. */
export type OutsideAnswer =
  | { kind: 'answer'; status: number; body: string }
  /** 429 or 403: the service asks us to back off. */
  | { kind: 'refused'; status: number }
  | { kind: 'unavailable'; reason: string }

export type SentAnswer = Exclude<OutsideAnswer, { kind: 'refused' }>

/** `retryAfter`: for how long to stay away, in ms. */
export type Attempt = SentAnswer | { kind: 'refused'; status: number; retryAfter: number }

export type OutsideCall = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string; again?: boolean }

export type AttemptOptions = {
  /** For the reasons. */
  name: string
  userAgent: string
  /** Largest body that is read, in bytes. */
  largestBody: number
  /** Default backoff after a rejection without Retry-After, in ms. */
  usualPause: number
  /** Epoch milliseconds. */
  now: () => number
}

const mostRedirects = 3

/** One try at a call, which takes until a deadline (of `performance.now()`) at most. */
export const createAttempts = ({ name, userAgent, largestBody, usualPause, now }: AttemptOptions) => {
  const within = async <A extends Attempt>(
    deadline: number,
    ask: (signal: AbortSignal) => Promise<A>,
  ): Promise<A | Extract<Attempt, { kind: 'unavailable' }>> => {
    try {
      return await ask(AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now()))))
    } catch (error) {
      return { kind: 'unavailable', reason: `${name}: ${reasonOf(error)}` }
    }
  }

  const answerOf = async (response: Response): Promise<SentAnswer> => {
    if (response.status >= 500 || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel()
      return { kind: 'unavailable', reason: `${name} answered ${response.status}` }
    }
    const body = await readTextUpTo(response, largestBody)
    if (body === null) return { kind: 'unavailable', reason: `${name} answered more than ${largestBody} bytes` }
    return { kind: 'answer', status: response.status, body }
  }

  return {
    get: (url: URL, deadline: number): Promise<Attempt> =>
      within(deadline, async signal => {
        const response = await follow(url, { accept: 'application/json', 'user-agent': userAgent }, signal)
        if (response.status !== 429 && response.status !== 403) return answerOf(response)
        await response.body?.cancel()
        return { kind: 'refused', status: response.status, retryAfter: retryAfter(response, now(), usualPause) }
      }),

    send: (url: URL, { method, headers, body }: OutsideCall, deadline: number): Promise<SentAnswer> =>
      within(deadline, async signal => {
        const request = { method, headers: { 'user-agent': userAgent, ...headers }, redirect: 'manual' as const }
        return answerOf(await fetch(url, { ...request, signal, ...(body !== undefined && { body }) }))
      }),
  }
}

/** Merged records redirect. Only the service itself may be redirected to, and it keeps our key. */
const follow = async (url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Response> => {
  let target = url
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(target, { signal, redirect: 'manual', headers })
    const location = response.headers.get('location')
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null || redirects === mostRedirects)
      return response
    const next = URL.parse(location, target)
    if (next === null || next.origin !== url.origin) return response
    await response.body?.cancel()
    for (const [key, value] of url.searchParams) if (!next.searchParams.has(key)) next.searchParams.set(key, value)
    target = next
  }
}

/** Returns the requested backoff in ms, at most an hour. */
const retryAfter = (response: Response, now: number, usual: number): number => {
  const stated = response.headers.get('retry-after') ?? ''
  const wait = /^\d+$/.test(stated) ? Number(stated) * 1000 : Date.parse(stated) - now
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 1000), 3_600_000) : usual
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  return error.cause instanceof Error ? error.cause.message : error.message
}
