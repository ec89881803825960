import type { Freshness } from './model.ts'
import type { KnownSource, SourceReach } from './sources.ts'
import { dateInWords } from './status-words.ts'

/** Whether Crossref, which also hands on what Retraction Watch knows, can be asked. */
export type CrossrefState = 'off' | 'reachable' | 'silent'

/** What can be said of how fresh an answer is. `askedAt`: when Crossref last answered about this paper, epoch milliseconds. */
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

/** Whether Crossref was asked about the paper itself, as the end of the sentence. */
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
