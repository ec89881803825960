import type { Doi } from '../../../kit/doi/index.ts'
import type { StatusKey } from '../../public-names/index.ts'

/** Status of a paper from an API range. */
export type Known = { key: StatusKey; label: string; url: string }

/** Looks up a paper's status; null if none is known or the request failed. */
export type LookUp = (doi: Doi) => Promise<Known | null>

/** Maximum number of concurrent range requests. */
const mostAtOnce = 4

/** Fields used of the `GET /api/v1/ranges` and `GET /api/v1/ranges/{prefix}` responses. */
type RangesAnswer = { prefix_length: number }
type RangeAnswer = {
  papers: readonly { hash: string; status: { key: StatusKey; label: string | null }; page_url: string }[]
}

/**
 * Looks up papers privately by hash prefix: an API range is requested by the first digits of a DOI's SHA-256 and includes every paper with
 * that prefix. Fetches each range once.
 */
export const createLookUp = (origin: string): LookUp => {
  const address = `${origin}/api/v1/ranges`
  const inTurn = limitConcurrency(mostAtOnce)
  const ranges = new Map<string, Promise<ReadonlyMap<string, Known>>>()
  let length: Promise<number | null> | null = null

  const rangeOf = (prefix: string): Promise<ReadonlyMap<string, Known>> => {
    const asked = ranges.get(prefix) ?? inTurn(() => readJson<RangeAnswer>(`${address}/${prefix}`)).then(knownIn)
    ranges.set(prefix, asked)
    return asked
  }

  return async doi => {
    const hash = await sha256(doi)
    if (hash === null) return null
    length ??= readJson<RangesAnswer>(address).then(answer => answer?.prefix_length ?? null)
    const digits = await length
    return digits === null ? null : ((await rangeOf(hash.slice(0, digits))).get(hash) ?? null)
  }
}

const knownIn = (range: RangeAnswer | null): ReadonlyMap<string, Known> =>
  new Map(
    (range?.papers ?? []).flatMap(({ hash, status: { key, label }, page_url: url }) =>
      label === null ? [] : [[hash, { key, label, url }]],
    ),
  )

/** Returns null on failure: badges are optional content, so they fail silently. */
const readJson = async <Answer>(url: string): Promise<Answer | null> => {
  try {
    const answer = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' })
    return answer.ok ? ((await answer.json()) as Answer) : null
  } catch {
    return null
  }
}

/** In hexadecimal; null on pages without TLS, where browsers do not offer it. */
const sha256 = async (text: string): Promise<string | null> => {
  if (globalThis.crypto?.subtle === undefined) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Runs at most `most` works at the same time; the others wait in the order in which they came. */
const limitConcurrency = (most: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}
