import type { KnownSource, SourceReach } from '../known/index.ts'

export type SourceState = 'fresh' | 'late' | 'failing' | 'never' | 'off'

/** One source as the page and the JSON show it. */
export type SourceStatus = {
  source: KnownSource
  name: string
  href: string
  /** Short description of the source's content. */
  tells: string
  state: SourceState
  /** ISO 8601 with time. */
  askedAt: string | null
  /** ISO 8601, as exact as the source is. */
  reachesTo: string | null
  events: number
  /** Summary of the last run. */
  did: string | null
  failure: { at: string; sentence: string } | null
}

const about: Readonly<Record<KnownSource, Pick<SourceStatus, 'name' | 'href' | 'tells'>>> = {
  crossref: {
    name: 'Crossref',
    href: 'https://www.crossref.org/',
    tells: 'Corrections, retractions and other notices, as publishers announce them',
  },
  'retraction-watch': {
    name: 'Retraction Watch',
    href: 'https://retractionwatch.com/',
    tells: 'Retractions and expressions of concern, with their reasons',
  },
  forrt: {
    name: 'FORRT',
    href: 'https://forrt.org/',
    tells: 'Replications and reproductions, with their results (CC BY 4.0)',
  },
}

/** A night, and half a day for one that failed, in ms. */
const freshFor = 36 * 3_600_000

export const statusOfSource = ({
  reach,
  events,
  did,
  isOff,
  now,
}: {
  reach: SourceReach
  events: number
  did: string | null
  isOff: boolean
  now: number
}): SourceStatus => ({
  source: reach.source,
  ...about[reach.source],
  state: stateOf(reach, isOff, now),
  askedAt: iso(reach.askedAt),
  reachesTo: reach.reachesTo,
  events,
  did,
  failure:
    reach.failure === null ? null : { at: new Date(reach.failure.at).toISOString(), sentence: reach.failure.sentence },
})

const stateOf = ({ askedAt, failure }: SourceReach, isOff: boolean, now: number): SourceState => {
  if (isOff) return 'off'
  if (failure !== null) return 'failing'
  if (askedAt === null) return 'never'
  return now - askedAt <= freshFor ? 'fresh' : 'late'
}

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())
