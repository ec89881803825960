import type { MayBeOld } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem } from '@corroborate/server-kit/http'
import { paths } from '../../kit/doi/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { cacheKeys } from '../../kit/shared-caches/note-change.ts'
import {
  type ActivityTables,
  isSelection,
  listCounter,
  recentReader,
  type SelectionWord,
  selections,
  type WantedKind,
  wantedKinds,
  wantedReader,
} from '../../paper/activity/index.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { countInWords, happenedInWords, wantedInWords } from './in-words.ts'
import type { ReadOffers } from './offers.ts'
import { recentPage, wantedPage } from './pages.ts'
import { readRecentPlace, readWantedPlace, writeRecentPlace, writeWantedPlace } from './places.ts'

type ListOptions = {
  mayBeOld: MayBeOld<ActivityTables>
  summaries: ReadSummaries
  offers: ReadOffers
  pages: Pick<Pages, 'showToAll'>
}

const pageLength = 30

/** Routes of the site-wide lists: recent updates and replications wanted. */
export const createListCalls = ({ mayBeOld, summaries, offers: offersOn, pages }: ListOptions) => {
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
          count: countInWords(counts[index] ?? 0),
        })),
        entries: entries.map(entry => happenedInWords(entry, known.get(entry.doi))),
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
          count: countInWords(counts[index] ?? 0),
        })),
        papers: papers.map(paper => wantedInWords(paper, known.get(paper.doi), offers.get(paper.doi))),
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
