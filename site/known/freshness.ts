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
  const live =
    askedAt !== null
      ? [`Crossref about this paper${dated(new Date(askedAt).toISOString().slice(0, 10))}`]
      : crossref === 'reachable'
        ? ['Crossref is being asked about this paper now']
        : []
  const reached = sources.flatMap(({ source, reachesTo }) =>
    reachesTo === null ? [] : [`${names[source]} to ${dated(reachesTo).replace(/^ (?:on|in) /, '')}`],
  )
  return {
    asked: [...live, ...reached, 'our own list of well-known cases'],
    silent: askedAt === null && crossref === 'silent' ? 'Crossref' : null,
  }
}

const names: Readonly<Record<KnownSource, string>> = {
  crossref: 'Crossref’s notices',
  'retraction-watch': 'Retraction Watch',
  forrt: 'FORRT',
}

const dated = (date: string): string => dateInWords({ date, dateIsLatest: false })
