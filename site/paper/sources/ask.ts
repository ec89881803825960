import { setTimeout as sleep } from 'node:timers/promises'
import { readTextUpTo } from '@corroborate/server-kit/bounded-reading'

/** Network access of a sync. Replaceable in tests. */
export type Web = {
  userAgent: string
  /** Longest time for one answer, from its start to the end of its body, in ms. */
  patience: number
  /** Waits, in ms; rejects when the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Epoch milliseconds. */
  now: () => number
}

/** Reason for an unavailable source, as a message; `retryAfter`: its requested pause in ms. */
export class CouldNotAsk extends Error {
  override name = 'CouldNotAsk'
  readonly retryAfter: number | null
  constructor(sentence: string, retryAfter: number | null = null) {
    super(sentence)
    this.retryAfter = retryAfter
  }
}

const tries = 4
/** Maximum pause within a run, in ms; longer ones postpone the source. */
const longestWait = 5 * 60_000

/**
 * Sends a request and retries after 429, a server error or no response. `read` parses the response; it throws `CouldNotAsk` for an invalid
 * one, which is also retried.
 * @throws CouldNotAsk if all attempts failed, or the source requests a longer pause
 */
export const ask = async <Value>(
  web: Web,
  {
    url,
    headers,
    signal,
    read,
  }: {
    url: URL
    headers: Record<string, string>
    signal: AbortSignal
    read: (response: Response) => Promise<Value>
  },
): Promise<Value> => {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted()
    let pause = 5_000 * 4 ** (attempt - 1)
    let failure: CouldNotAsk
    try {
      const response = await fetch(url, {
        headers: { 'user-agent': web.userAgent, ...headers },
        signal: AbortSignal.any([signal, AbortSignal.timeout(web.patience)]),
      })
      if (response.status !== 429 && response.status < 500) return await read(response)
      await response.body?.cancel()
      const asked = retryAfter(response, web.now())
      failure = new CouldNotAsk(refusal(response.status, asked), asked)
      pause = asked ?? pause
    } catch (error) {
      signal.throwIfAborted()
      failure = error instanceof CouldNotAsk ? error : new CouldNotAsk(sentenceOf(error))
    }
    if (attempt === tries || pause > longestWait) throw failure
    await web.wait(pause, signal)
  }
}

/** Bytes of the largest answer that is read: a page of 500 of Crossref's notices has a fiftieth of it. */
const largestAnswer = 16_000_000

/** The body of an answer as text. @throws CouldNotAsk if it is too large */
export const bodyOf = async (response: Response): Promise<string> => {
  const body = await readTextUpTo(response, largestAnswer)
  if (body === null) throw new CouldNotAsk('Its response exceeds the size limit.')
  return body
}

export const waitFor: Web['wait'] = (ms, signal) => sleep(ms, undefined, { signal })

const refusal = (status: number, wait: number | null): string => {
  const later = wait === null ? '' : ` and asked to retry after ${Math.ceil(wait / 1000)} seconds`
  return status === 429 ? `It rate-limited our requests${later}.` : `It returned error ${status}${later}.`
}

/** Returns the requested pause in ms; null if none is given. */
const retryAfter = (response: Response, now: number): number | null => {
  const stated = response.headers.get('retry-after')
  if (stated === null) return null
  const wait = /^\d+$/.test(stated) ? Number(stated) * 1000 : Date.parse(stated) - now
  return Number.isFinite(wait) ? Math.max(wait, 1000) : null
}

const sentenceOf = (error: unknown): string => {
  if (error instanceof Error && error.name === 'TimeoutError') return 'It timed out.'
  return 'It could not be reached, or the connection broke.'
}
