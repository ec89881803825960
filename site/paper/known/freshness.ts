import type { Freshness } from './model.ts'
import type { KnownSource, SourceReach } from './sources.ts'
import { dateInWords } from './status-words.ts'

/** Availability of Crossref, which also serves Retraction Watch data. */
export type CrossrefState = 'off' | 'reachable' | 'silent'

/** Describes the freshness of a status. `askedAt`: time of the last Crossref response on this paper, in epoch ms. */
export const freshnessOf = (given: {
  crossref: CrossrefState
  askedAt: number | null
  sources: readonly SourceReach[]
}): Freshness => {
  const { crossref, askedAt, sources } = given
  const silent = askedAt === null && crossref === 'silent' ? 'Crossref' : null
  const reached = sources.flatMap(({ source, reachesTo }) =>
    reachesTo === null ? [] : [`${names[source]} (to ${dated(reachesTo).replace(/^ (?:on|in) /, '')})`],
  )
  const lists = [...reached, 'our own list']
  return { told: `We looked in ${inAList(lists)}${live(crossref, askedAt)}.`, silent }
}

/** End of the message: whether Crossref was queried for this paper. */
const live = (crossref: CrossrefState, askedAt: number | null): string => {
  if (askedAt !== null)
    return `; we asked Crossref about this very paper${dated(new Date(askedAt).toISOString().slice(0, 10))}`
  if (crossref === 'silent') return '; Crossref did not answer when we asked about this very paper'
  return crossref === 'reachable'
    ? '; we are asking Crossref about this very paper, and in a minute this page may know more'
    : ''
}

/** "a", "a and b", "a, b and c". */
const inAList = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

const names: Readonly<Record<KnownSource, string>> = {
  crossref: 'Crossref',
  'retraction-watch': 'Retraction Watch',
  forrt: 'FORRT',
}

const dated = (date: string): string => dateInWords({ date, dateIsLatest: false })
