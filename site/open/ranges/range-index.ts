import { hash } from 'node:crypto'
import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import type { Doi } from '../../kit/doi/index.ts'

/** The SHA-256 of a DOI in the form in which this site keeps it, as 64 hexadecimal digits. */
export const doiHash = (doi: Doi): string => hash('sha256', doi)

/** A range holds so many papers at least, on average. */
const fewest = 8
/** With these, a range of every paper that there is would hold a handful. */
const longest = 7

/** Returns the range prefix length in hex digits for a number of known papers: leaves 8 papers per range on average, at least one digit. */
export const prefixLength = (papers: number): number => {
  let length = 1
  while (length < longest && papers / 16 ** (length + 1) >= fewest) length++
  return length
}

/** The papers of which something is known, sorted into ranges by their hashes. */
export type RangeIndex = {
  /** Digits of a range prefix. */
  length: number
  papers: number
  /** Build time in epoch ms. */
  madeAt: number
  /** Returns the papers with this hash prefix, of the range's length or shorter. */
  within: (prefix: string) => Doi[]
}

/** So many DOIs are read at once. */
const batch = 1_000

/** An index is as good as new for so long, in ms: the answers made from it are kept for hours, and their statuses are read anew each time. */
const goodFor = 60 * 60_000

export type ReadDois = (after: string, limit: number) => Promise<readonly Doi[]>

/**
 * In-memory range index, some 60 bytes per paper. Rebuilt hourly while the old one keeps serving. Merges several differently ordered DOI
 * lists and removes duplicates.
 */
export const createRangeIndex = (lists: readonly ReadDois[], now: () => number): (() => Promise<RangeIndex>) => {
  const making = createSingleFlight<'ranges', RangeIndex>()
  let kept: RangeIndex | null = null

  const make = async (): Promise<RangeIndex> => {
    const madeAt = now()
    const dois = new Set<Doi>()
    for (const read of lists) for await (const doi of allOf(read)) dois.add(doi)
    kept = await indexOf(dois, madeAt)
    return kept
  }

  return async () => {
    if (kept === null) return making.run('ranges', make)
    const isOld = now() >= kept.madeAt + goodFor
    // Serves the old index meanwhile; after a failure the next request retries.
    if (isOld) making.run('ranges', make).catch(() => {})
    return kept
  }
}

/** Every DOI of a list, page by page: others are answered in between. */
async function* allOf(read: ReadDois): AsyncGenerator<Doi> {
  let after = ''
  for (;;) {
    const dois = await read(after, batch)
    yield* dois
    const last = dois.at(-1)
    if (last === undefined || dois.length < batch) return
    after = last
  }
}

const indexOf = async (dois: ReadonlySet<Doi>, madeAt: number): Promise<RangeIndex> => {
  const length = prefixLength(dois.size)
  const ranges = new Map<string, Doi[]>()
  let since = 0
  for (const doi of dois) {
    const prefix = doiHash(doi).slice(0, length)
    const range = ranges.get(prefix)
    if (range === undefined) ranges.set(prefix, [doi])
    else range.push(doi)
    if (++since % (5 * batch) === 0) await new Promise(setImmediate)
  }
  return {
    length,
    papers: dois.size,
    madeAt,
    within: prefix =>
      prefix.length === length
        ? (ranges.get(prefix) ?? [])
        : [...ranges].flatMap(([key, range]) => (key.startsWith(prefix) ? range : [])),
  }
}
