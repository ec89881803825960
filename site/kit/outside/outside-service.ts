import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import { createBreaker } from './breaker.ts'

/** What a service outside answered, or that it did not answer in time. Never an exception. */
type OutsideAnswer =
  | { kind: 'answer'; status: number; body: string }
  /** 429 or 403: the service asks us to stay away for a while. */
  | { kind: 'refused'; status: number }
  | { kind: 'unavailable'; reason: string }

type SentAnswer = Exclude<OutsideAnswer, { kind: 'refused' }>

type OutsideCall = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string; again?: boolean }

export type OutsideService = {
  /**
   * GETs a URL of the service; `patience` is the longest it may take in all, in ms. Calls for one URL at the same time
   * are one call. Tries twice, unless the first try used up the patience; an error of the server (5xx) is `unavailable`.
   */
  get: (url: URL, patience: number) => Promise<OutsideAnswer>
  /**
   * Sends a call that is not a mere look-up; `patience` is the longest it may take in all, in ms. Tries once, or twice where
   * `again` says that doing it twice does no harm. Redirects are not followed, and a refusal (403, 429) is an answer: it is
   * about the caller the call was made for.
   */
  send: (url: URL, request: OutsideCall, patience: number) => Promise<SentAnswer>
  /** False while the breaker is open: a call would be answered `unavailable` at once. */
  isReachable: () => boolean
}

export type OutsideServiceOptions = {
  /** For the sentences that are logged. */
  name: string
  userAgent: string
  /** Largest body that is read, in bytes. */
  largestBody?: number
  /** How long to stay away after a refusal that does not say, in ms. Default: a minute. */
  usualPause?: number
  /** How long it is left alone after five failures in a row, in ms. Default: half a minute. */
  failurePause?: number
  /** Told when the service stops and starts to be asked. */
  onChange?: (sentence: string) => void
  now: () => number
}

const megabyte = 2 ** 20
const mostRedirects = 3

/**
 * A service on the web that may be slow, broken, or refuse us. After five failures in a row it is not asked for half a minute, then
 * by one call at a time until it answers; after a refusal it is not asked for as long as it says (Retry-After).
 */
export const createOutsideService = (options: OutsideServiceOptions): OutsideService => {
  const {
    name,
    userAgent,
    largestBody = 5 * megabyte,
    usualPause = 60_000,
    failurePause = 30_000,
    onChange = () => {},
    now,
  } = options
  const breaker = createBreaker({
    now,
    pause: failurePause,
    onChange: open => onChange(`${name} is ${open ? 'not asked for a while' : 'asked again'}.`),
  })
  const calls = createSingleFlight<string, OutsideAnswer>()
  /** The last refusal and the end of the pause it asked for. */
  let refusal = { status: 429, until: 0 }

  async function call(url: URL, patience: number): Promise<OutsideAnswer> {
    if (!breaker.mayCall()) {
      return now() < refusal.until
        ? { kind: 'refused', status: refusal.status }
        : { kind: 'unavailable', reason: `${name} did not answer lately` }
    }
    const deadline = performance.now() + patience
    let answer = await attempt(url, deadline)
    if (answer.kind === 'unavailable' && deadline - performance.now() > patience / 3) {
      await new Promise(resolve => setTimeout(resolve, Math.min(100 + Math.random() * 100, patience / 10)))
      answer = await attempt(url, deadline)
    }
    if (answer.kind === 'answer') breaker.succeeded()
    else if (answer.kind === 'refused') {
      refusal = { status: answer.status, until: now() + answer.retryAfter }
      breaker.openFor(answer.retryAfter)
    } else breaker.failed()
    return answer.kind === 'refused' ? { kind: 'refused', status: answer.status } : answer
  }

  async function send(
    url: URL,
    { method, headers, body, again = false }: OutsideCall,
    patience: number,
  ): Promise<SentAnswer> {
    if (!breaker.mayCall()) return { kind: 'unavailable', reason: `${name} did not answer lately` }
    const deadline = performance.now() + patience
    const request = { method, headers: { 'user-agent': userAgent, ...headers }, redirect: 'manual' as const }
    const trial = () =>
      within(deadline, async signal =>
        answerOf(await fetch(url, { ...request, signal, ...(body !== undefined && { body }) })),
      )
    let answer = await trial()
    if (answer.kind === 'unavailable' && again && deadline - performance.now() > patience / 3) answer = await trial()
    if (answer.kind === 'answer') breaker.succeeded()
    else breaker.failed()
    return answer
  }

  const attempt = (url: URL, deadline: number): Promise<Attempt> =>
    within(deadline, async signal => {
      const response = await follow(url, signal)
      if (response.status !== 429 && response.status !== 403) return answerOf(response)
      await response.body?.cancel()
      return { kind: 'refused', status: response.status, retryAfter: retryAfter(response, now(), usualPause) }
    })

  async function answerOf(response: Response): Promise<SentAnswer> {
    if (response.status >= 500 || (response.status >= 300 && response.status < 400)) {
      await response.body?.cancel()
      return { kind: 'unavailable', reason: `${name} answered ${response.status}` }
    }
    const body = await textOf(response, largestBody)
    if (body === null) return { kind: 'unavailable', reason: `${name} answered more than ${largestBody} bytes` }
    return { kind: 'answer', status: response.status, body }
  }

  async function within<A extends Attempt>(
    deadline: number,
    ask: (signal: AbortSignal) => Promise<A>,
  ): Promise<A | Extract<Attempt, { kind: 'unavailable' }>> {
    try {
      return await ask(AbortSignal.timeout(Math.max(1, Math.ceil(deadline - performance.now()))))
    } catch (error) {
      return { kind: 'unavailable', reason: `${name}: ${reasonOf(error)}` }
    }
  }

  /** Merged records redirect. Only the service itself may be redirected to, and it keeps our key. */
  async function follow(url: URL, signal: AbortSignal): Promise<Response> {
    let target = url
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(target, {
        signal,
        redirect: 'manual',
        headers: { accept: 'application/json', 'user-agent': userAgent },
      })
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

  return {
    get(url, patience) {
      const known = calls.pending(url.href)
      return known === undefined ? calls.run(url.href, () => call(url, patience)) : joined(known, patience)
    },
    send,
    isReachable: () => breaker.isClosed(),
  }
}

/** The answer of a pending call, which may have more patience than who joins it. */
const joined = async (answer: Promise<OutsideAnswer>, patience: number): Promise<OutsideAnswer> => {
  const { promise, resolve } = Promise.withResolvers<OutsideAnswer>()
  const timer = setTimeout(resolve, patience, { kind: 'unavailable', reason: 'no answer in time' })
  try {
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
  }
}

type Attempt = Exclude<OutsideAnswer, { kind: 'refused' }> | { kind: 'refused'; status: number; retryAfter: number }

/** The body as text, or null when it is larger than we read. */
const textOf = async (response: Response, largest: number): Promise<string | null> => {
  const announced = Number(response.headers.get('content-length') ?? 0)
  const chunks: Uint8Array[] = []
  let size = 0
  if (announced <= largest) {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > largest) return null
      chunks.push(chunk)
    }
    return new TextDecoder().decode(Buffer.concat(chunks))
  }
  await response.body?.cancel()
  return null
}

/** How long we were asked to stay away, in ms: an hour at most. */
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
