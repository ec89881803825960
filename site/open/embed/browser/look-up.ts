import type { Doi } from '../../../kit/doi/index.ts'
import type { StatusKind } from '../../../paper/known/index.tsx'

/** What is known of a paper, as a range of the API tells it. */
export type Known = { kind: StatusKind; words: string; url: string }

/** Finds what is known of a paper; null where nothing is, or where it could not be asked. */
export type LookUp = (doi: Doi) => Promise<Known | null>

/** So many ranges are asked for at the same time. */
const mostAtOnce = 4

/** What `GET /api/v1/ranges` and `GET /api/v1/ranges/{prefix}` answer, as far as it is read here. */
type RangesAnswer = { prefix_length: number }
type RangeAnswer = {
  papers: readonly { hash: string; status: { key: StatusKind; words: string | null }; page_url: string }[]
}

/**
 * Looks papers up without naming them: a range of the API is asked for by the first digits of the SHA-256 of a DOI, and holds
 * every paper whose hash begins alike. Each range is asked for once.
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
    (range?.papers ?? []).flatMap(({ hash, status: { key, words }, page_url: url }) =>
      words === null ? [] : [[hash, { kind: key, words, url }]],
    ),
  )

/** Null where it cannot be read: a badge says nothing then, since it is not what the page is for. */
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
