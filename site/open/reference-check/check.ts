import { setImmediate as nextTurn } from 'node:timers/promises'
import { networksOf } from '@corroborate/server-kit/limits'
import { type Doi, doiUrl, storedDoi } from '../../kit/doi/index.ts'
import { type Fall, summarizeFlaggedReferences } from '../../paper/citations/index.ts'
import { type Status, statusNote, statusWords } from '../../paper/known/index.ts'
import type { PaperSummary, ReadSummaries } from '../../paper/papers/index.ts'
import { bareTitle } from '../../paper/titles/title-claim.ts'
import type { Candidate } from './compare.ts'
import type { Bibliography, Reference } from './formats/index.ts'
import { type Match, match, type Told } from './match.ts'
import type { CheckedBibliography, CheckedReference, CheckedStatus, Progress } from './model.ts'
import { mostChecks, type ReadsReferences } from './reference-reader.ts'

/** Checks that one address may have running, and any network of addresses: the rest is left to others. */
const mostOfAddress = 6
const mostOfNetwork = 12

/** A place among the checks that run; `sender` is the key by which it shares the threads. */
export type Slot = { kind: 'taken'; sender: string; release: () => void } | { kind: 'busy' } | { kind: 'too-many' }

/** Counts running checks in total and per sender. An IPv6 address counts in its /64, /56 and /48, since one client may control them all. */
export const createCheckSlots = () => {
  const running = new Map<string, number>()
  let all = 0
  const add = (key: string, more: 1 | -1): void => {
    const count = (running.get(key) ?? 0) + more
    if (count === 0) running.delete(key)
    else running.set(key, count)
  }
  return {
    take: (address: string): Slot => {
      const networks = networksOf(address)
      const isFull = networks.some(
        ({ key, senders }) => (running.get(key) ?? 0) >= Math.min(mostOfAddress * senders, mostOfNetwork),
      )
      if (isFull) return { kind: 'too-many' }
      if (all === mostChecks) return { kind: 'busy' }
      all++
      for (const { key } of networks) add(key, 1)
      return {
        kind: 'taken',
        sender: networks.at(-1)?.key ?? networks[0].key,
        release: () => {
          all--
          for (const { key } of networks) add(key, -1)
        },
      }
    },
  }
}

/** Result of a check. `text`: the parsed input, for inline annotations. */
export type Checked =
  | { kind: 'checked'; text: string; checked: CheckedBibliography }
  | { kind: 'unreadable'; sentence: string }
  | { kind: 'busy' }
  /** This address has as many checks running as one may. */
  | { kind: 'too-many' }

/** Checks a bibliography for a client address. `onProgress` is called after each batch of papers. Stores nothing. */
export type CheckReferences = (
  bytes: Uint8Array,
  address: string,
  onProgress?: (progress: Progress) => void,
) => Promise<Checked>

type Sources = {
  references: ReadsReferences
  summaries: ReadSummaries
  /** Returns the flagged papers cited by each of these, as far as citations are known; absent if none. */
  citesFallen?: (dois: readonly Doi[]) => Promise<ReadonlyMap<Doi, readonly { fall: Fall }[]>>
  /** Returns DOIs of PubMed IDs missing from the index, as far as previously resolved. */
  doisOfPmids: (pmids: readonly string[]) => Promise<ReadonlyMap<string, Doi>>
}

/** So many references are looked up together, and so many papers before others have their turn: some 20 ms. */
const atOnce = 200

export const createCheckReferences = (sources: Sources): CheckReferences => {
  const slots = createCheckSlots()
  return async (bytes, address, onProgress = () => {}) => {
    const slot = slots.take(address)
    if (slot.kind !== 'taken') return slot
    try {
      return await checkOne(sources, bytes, slot.sender, onProgress)
    } finally {
      slot.release()
    }
  }
}

const checkOne = async (
  { references: reader, summaries, doisOfPmids, citesFallen }: Sources,
  bytes: Uint8Array,
  sender: string,
  onProgress: (progress: Progress) => void,
): Promise<Checked> => {
  const read = await reader.read(bytes, sender)
  if (read.kind === 'over-limit') return overLimit
  if (read.kind !== 'read') return read
  const { bibliography } = read
  const { references } = bibliography
  const unknown = references.flatMap(({ doi, pmid }) =>
    doi !== null || pmid === null || read.byPmid.has(pmid) ? [] : [pmid],
  )
  const byPmid = new Map([...(await doisOfPmids(unknown)), ...read.byPmid])
  const candidates: Candidate[][] = []
  const told = new Map<Doi, PaperSummary>()
  const of = references.length
  onProgress({ checked: 0, of })
  for await (const found of foundInParts(reader, references, sender)) {
    if ('kind' in found) return found.kind === 'busy' ? found : overLimit
    const part = references.slice(candidates.length, candidates.length + atOnce)
    const dois = new Set(part.flatMap((reference, at) => named(reference, byPmid, found[at] ?? [])))
    candidates.push(...found)
    for (const some of inParts([...dois].filter(doi => !told.has(doi)))) {
      for (const [doi, summary] of await summaries(some)) told.set(doi, summary)
      await nextTurn()
    }
    onProgress({ checked: candidates.length, of })
  }
  const cites = (await citesFallen?.([...told.keys()])) ?? null
  return {
    kind: 'checked',
    text: bibliography.text,
    checked: checkedOf({ bibliography, candidates, byPmid, told, cites }),
  }
}

const overLimit: Checked = {
  kind: 'unreadable',
  sentence:
    'Reading this bibliography takes too much time or memory. Send fewer references at once, or another format.',
}

const inParts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / atOnce) }, (_, n) => items.slice(n * atOnce, (n + 1) * atOnce))

/** Yields the candidates of all references in batches, prefetching the next batch in the thread. */
async function* foundInParts(reader: Pick<ReadsReferences, 'find'>, references: readonly Reference[], sender: string) {
  const [first, ...others] = inParts(references)
  if (first === undefined) return
  let next = reader.find(first, sender)
  try {
    for (const part of others) {
      const found = await next
      next = reader.find(part, sender)
      yield found
    }
    yield await next
  } finally {
    // Prefetched batches of a failed check are ignored.
    next.catch(() => {})
  }
}

const named = (
  { doi, pmid, arxiv }: Reference,
  byPmid: ReadonlyMap<string, Doi>,
  candidates: readonly Candidate[],
): Doi[] =>
  [doi, arxiv, byPmid.get(pmid ?? '') ?? null, ...candidates.map(candidate => candidate.doi)].filter(
    each => each !== null,
  )

type Found = {
  bibliography: Bibliography
  candidates: readonly Candidate[][]
  byPmid: ReadonlyMap<string, Doi>
  told: ReadonlyMap<Doi, PaperSummary>
  cites: ReadonlyMap<Doi, readonly { fall: Fall }[]> | null
}

/** Combines references, matches and statuses. Pure. */
const checkedOf = ({
  bibliography: { format, references, unread },
  candidates,
  byPmid,
  told,
  cites,
}: Found): CheckedBibliography => {
  const toldOf = (doi: Doi): Told => {
    const summary = told.get(doi)
    // A DOI without a record or any source may be mistyped.
    return summary === undefined || (summary.title === null && summary.status.kind === 'nothing') ? null : summary
  }
  return {
    format,
    unread,
    references: references.map((reference, at) => {
      const matched = match({
        reference,
        byPmid: byPmid.get(reference.pmid ?? '') ?? null,
        candidates: candidates[at] ?? [],
        told: toldOf,
      })
      return { ...checkedReference(reference, at + 1, matched, toldOf), citesFallen: citesOf(matched, cites) }
    }),
  }
}

const checkedReference = (
  reference: Reference,
  number: number,
  matched: Match,
  toldOf: (doi: Doi) => Told,
): Omit<CheckedReference, 'citesFallen'> => {
  const { key, line, input, end } = reference
  const told = matched.kind === 'sure' || matched.kind === 'probably' ? toldOf(matched.doi) : null
  return {
    number,
    key,
    line,
    input,
    citedTitle: reference.title,
    end,
    doi: matched.kind === 'maybe' || matched.kind === 'not-found' ? null : matched.doi,
    foundBy: matched.kind === 'maybe' || matched.kind === 'not-found' ? null : matched.by,
    agree: matched.kind === 'probably' ? matched.agree : [],
    title: told?.title ?? null,
    year: told?.year ?? null,
    status: told !== null ? checkedStatus(told.status) : matched.kind === 'no-record' ? noRecord : null,
    maybe: maybeOf(matched, toldOf),
  }
}

const citesOf = (matched: Match, cites: Found['cites']): CheckedReference['citesFallen'] => {
  if (cites === null || (matched.kind !== 'sure' && matched.kind !== 'probably')) return null
  const fallen = cites.get(matched.doi)
  return fallen === undefined ? null : { count: fallen.length, words: summarizeFlaggedReferences(fallen) }
}

const maybeOf = (matched: Match, toldOf: (doi: Doi) => Told): CheckedReference['maybe'] => {
  const doi = matched.kind === 'maybe' ? matched.doi : matched.kind === 'no-record' ? matched.maybe : null
  if (doi === null) return null
  const { title = null, year = null } = toldOf(doi) ?? {}
  // The record's title may mention a retraction, which must not be shown for an uncertain match.
  return {
    doi,
    title: title === null ? null : bareTitle(title),
    year,
    differ: matched.kind === 'maybe' ? matched.differ : 'doi',
  }
}

const noRecord: CheckedStatus = {
  kind: 'no-record',
  headline: 'No record of this DOI here',
  sentence: 'No record of this DOI here: see that it is as printed; a very new paper may not be known yet.',
  date: null,
  notice: null,
}

const checkedStatus = (status: Status): CheckedStatus => {
  const { kind, date, notice } = status
  const { headline } = statusWords(status)
  return {
    kind,
    headline,
    sentence: statusNote(status) ?? `${headline}.`,
    date,
    notice: notice === null ? null : doiUrl(storedDoi(notice.doi)),
  }
}
