import type { MayBeOld } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import { parseDoi, paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { cacheKeys } from '../../kit/shared-caches/note-change.ts'
import {
  type ActivityTables,
  isSelection,
  listCounter,
  type RecentPlace,
  recentReader,
  type SelectionWord,
  selections,
  type WantedKind,
  type WantedPlace,
  wantedKinds,
  wantedReader,
} from '../../paper/activity/index.ts'
import type { ReadSummaries, WithPapers } from '../../paper/papers/index.ts'
import {
  formatCount,
  formatHappened,
  formatWanted,
  type ReadOffers,
  recentPage,
  type WithOffers,
  wantedPage,
} from './pages.ts'

/** Formats a cursor of the recent updates for a URL. */
export const writeRecentPlace = ({ at, id }: RecentPlace): string => `${at}.${id}`

/** The place that an address names; null for anything else. */
export const readRecentPlace = (text: string): RecentPlace | null => {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? []
  return id === undefined ? null : { at: Number(at), id }
}

/** A place in the list of papers wanted, in an address. */
export const writeWantedPlace = ({ bounty, watchers, doi }: WantedPlace): string => `${bounty}.${watchers}.${doi}`

/** The place that an address names; null for anything else. */
export const readWantedPlace = (text: string): WantedPlace | null => {
  const [, bounty, watchers, rest = ''] = /^(\d{1,15})\.(\d{1,9})\.(.{1,2000})$/s.exec(text) ?? []
  const doi = parseDoi(rest)
  return doi === null ? null : { bounty: Number(bounty), watchers: Number(watchers), doi }
}

type ListOptions = {
  mayBeOld: MayBeOld<ActivityTables>
  summaries: ReadSummaries
  offers: ReadOffers
  pages: Pick<Pages, 'showToAll'>
}

const pageLength = 30

/** Routes of the site-wide lists: recent updates and replications wanted. */
const createListCalls = ({ mayBeOld, summaries, offers: offersOn, pages }: ListOptions) => {
  const readRecent = mayBeOld(recentReader)
  const readWanted = mayBeOld(wantedReader)
  const countActivities = mayBeOld(db => listCounter(db).activities)
  const countWanted = mayBeOld(db => listCounter(db).wanted)

  const recent = async (c: HttpContext): Promise<Response> => {
    const kind = kindOf(c, isSelection)
    const place = placeOf(c.req.query('before'), readRecentPlace)
    const read = async () => {
      const { entries, next } = await readRecent(kind === 'all' ? null : selections[kind].kinds, pageLength, place)
      const [known, counts] = await Promise.all([
        summaries([...new Set(entries.map(({ doi }) => doi))]),
        Promise.all(recentFilters.map(([word]) => countActivities(selections[word].kinds))),
      ])
      return {
        kind,
        title: selections[kind].title,
        filters: recentFilters.map(([word, words], index) => ({
          words,
          path: paths.recent(word),
          isHere: word === kind,
          count: formatCount(counts[index] ?? 0),
        })),
        entries: entries.map(entry => formatHappened(entry, known.get(entry.doi))),
        next: next === null ? null : paths.recent(kind, writeRecentPlace(next)),
        isLater: place !== null,
        feed: paths.feed(kind),
      }
    }
    const path = paths.recent(kind, place === null ? undefined : writeRecentPlace(place))
    return pages.showToAll(c, recentPage, read, { path, keys: [cacheKeys.lists] })
  }

  const wanted = async (c: HttpContext): Promise<Response> => {
    const kind = kindOf(c, isWantedKind)
    const place = placeOf(c.req.query('after'), readWantedPlace)
    const read = async () => {
      const { papers, next } = await readWanted(kind, pageLength, place)
      const [known, offers, counts] = await Promise.all([
        summaries(papers.map(({ doi }) => doi)),
        offersOn(papers),
        Promise.all(wantedFilters.map(([word]) => countWanted(word))),
      ])
      return {
        kind,
        filters: wantedFilters.map(([word, words], index) => ({
          words,
          path: paths.wanted(word),
          isHere: word === kind,
          count: formatCount(counts[index] ?? 0),
        })),
        papers: papers.map(paper => formatWanted(paper, known.get(paper.doi), offers.get(paper.doi))),
        next: next === null ? null : paths.wanted(kind, writeWantedPlace(next)),
        isLater: place !== null,
      }
    }
    const path = paths.wanted(kind, place === null ? undefined : writeWantedPlace(place))
    return pages.showToAll(c, wantedPage, read, { path, keys: [cacheKeys.lists] })
  }

  return { recent, wanted }
}

const recentFilters: readonly (readonly [SelectionWord, string])[] = [
  ['all', 'All'],
  ['corrections', 'Corrections'],
  ['retractions', 'Retractions'],
  ['replications', 'Replications'],
  ['reports', 'Reports'],
  ['notes', 'Notes'],
  ['claims', 'Claims'],
]

const wantedFilters: readonly (readonly [WantedKind, string])[] = [
  ['all', 'All'],
  ['open', 'Unclaimed'],
  ['claimed', 'Claimed'],
]

const isWantedKind = (word: string): word is WantedKind => (wantedKinds as readonly string[]).includes(word)

const kindOf = <Kind extends string>(c: HttpContext, isKind: (word: string) => word is Kind): Kind => {
  const word = c.req.query('kind') ?? 'all'
  if (!isKind(word)) throw new HttpProblem(400, 'This list has no such filter. Remove “kind” from the address.')
  return word
}

const placeOf = <Place>(text: string | undefined, read: (text: string) => Place | null): Place | null => {
  if (text === undefined) return null
  const place = read(text)
  if (place === null) throw new HttpProblem(400, 'This list has no such page. Start at the first page.')
  return place
}

/** Site-wide lists: recent updates and replications wanted. */
export const frontFeature = defineFeature<ActivityTables, NoJobs, WithPapers & WithOffers>()({
  pages: [recentPage, wantedPage],
  open: ({ mayBeOld, papers, pages, offers }) => {
    const { recent, wanted } = createListCalls({ mayBeOld, summaries: papers.summaries, offers, pages })
    return {
      routes: {
        [paths.recent()]: { GET: recent },
        [paths.wanted()]: { GET: wanted },
        [paths.retractions]: { GET: c => c.redirect(paths.recent('retractions'), 308) },
      },
    }
  },
})
