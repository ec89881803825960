import type { Freshness } from './model.ts'
import type { ImportedReach } from './reach-reader.ts'
import { dateInWords } from './status-words.ts'

/** Whether Crossref, which also hands on what Retraction Watch knows, can be asked. */
export type CrossrefState = 'off' | 'reachable' | 'silent'

/** What can be said of how fresh an answer is. `askedAt`: when Crossref last answered about this paper, epoch milliseconds. */
export const freshnessOf = (given: {
  crossref: CrossrefState
  askedAt: number | null
  reach: ImportedReach
}): Freshness => {
  const { crossref, askedAt, reach } = given
  const live =
    askedAt !== null
      ? `Crossref and Retraction Watch${on(new Date(askedAt).toISOString().slice(0, 10))}`
      : crossref === 'reachable'
        ? 'Crossref and Retraction Watch are being asked now'
        : null
  return {
    asked: [
      ...(live === null ? [] : [live]),
      ...(reach.crossref === null
        ? []
        : [`Crossref’s list of notices to ${on(reach.crossref).replace(/^ (?:on|in) /, '')}`]),
      ...(reach.forrt === null ? [] : [`FORRT to ${reach.forrt}`]),
      'our own list of well-known cases',
    ],
    silent: askedAt === null && crossref === 'silent' ? 'Crossref and Retraction Watch' : null,
  }
}

const on = (date: string): string => dateInWords({ date, dateIsLatest: false })
