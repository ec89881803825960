import { isDatabaseUnavailable } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { type Amount, formatAmounts } from '../../kit/amounts/format.ts'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { type Doi, paths } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import {
  type ActivityTables,
  type ListedActivity,
  mostCounted,
  recentReader,
  selections,
  type WantedPaper,
  wantedReader,
} from '../../paper/activity/index.ts'
import { formatDate, type KnownFactKind, nothingKnown, statusMark } from '../../paper/known/index.ts'
import type { PaperSummary, ReadSummaries } from '../../paper/papers/index.ts'
import type { FrontModel, HappenedModel, RecentPageModel, WantedModel, WantedPageModel } from './models.ts'
import type { RecentPage } from './RecentPage.tsx'
import type { WantedPage } from './WantedPage.tsx'

export const formatHappened = (
  { id, doi, kind, outcome, at, date, by, label, detail, path }: ListedActivity,
  paper: PaperSummary | undefined,
): HappenedModel => {
  const day = date ?? new Date(at).toISOString().slice(0, 10)
  return {
    id,
    title: paper?.title ?? doi,
    path,
    shape: shapeOf({ kind, outcome }),
    label,
    when: formatDate({ date: day, dateIsLatest: false }).trim(),
    year: day.slice(0, 4),
    by: by.name,
    detail,
  }
}

export const formatWanted = (
  { doi, watchers, claims }: WantedPaper,
  paper: PaperSummary | undefined,
  bounty: readonly Amount[] | undefined,
): WantedModel => ({
  title: paper?.title ?? doi,
  path: paths.paper(doi),
  status: statusMark(paper?.status ?? nothingKnown),
  bounty: bounty === undefined || bounty.length === 0 ? null : formatAmounts(bounty),
  interest: formatInterest({ watchers, claims }),
})

/** "3 people watch it · one is reproducing it". */
export const formatInterest = ({ watchers, claims }: Pick<WantedPaper, 'watchers' | 'claims'>): string =>
  [
    ...(watchers > 0 ? [watchers === 1 ? '1 person watches it' : `${groupedNumber(watchers)} people watch it`] : []),
    claims === 0
      ? 'nobody has claimed it yet'
      : claims === 1
        ? 'one person has claimed it'
        : `${groupedNumber(claims)} people have claimed it`,
  ]
    .join(' · ')
    .replace(/^./, first => first.toUpperCase())

/** "12" · "1,000+" for more than are counted. */
export const formatCount = (count: number): string =>
  count > mostCounted ? `${groupedNumber(mostCounted)}+` : groupedNumber(count)

/** Returns an event's icon, the same as on the paper's page. */
export const shapeOf = ({ kind, outcome }: Pick<ListedActivity, 'kind' | 'outcome'>): KnownFactKind | null => {
  switch (kind) {
    case 'correction':
    case 'retraction':
    case 'concern':
    case 'reinstatement':
      return kind
    case 'replication':
    case 'report-approved':
      return outcome === null ? null : shapesOfOutcomes[outcome]
    default:
      return null
  }
}

const shapesOfOutcomes = {
  held: 'held',
  success: 'held',
  'not-held': 'not-held',
  failed: 'not-held',
  mixed: 'mixed',
  partial: 'mixed',
  unclear: 'mixed',
} as const satisfies Record<NonNullable<ListedActivity['outcome']>, KnownFactKind>

/** Reads the bounties of listed papers: one amount for each currency. */
export type ReadOffers = (papers: readonly WantedPaper[]) => Promise<ReadonlyMap<Doi, Amount[]>>

/** A feature that offers bounties for papers. */
export type ProvidesOffers<Tables> = { offers: (db: Kysely<Tables>) => ReadOffers }

/** Dependency of features that show bounties of papers. */
export type WithOffers = { offers: ReadOffers }

// biome-ignore lint/suspicious/noExplicitAny: the tables of all features together.
type Any = any

export const offersOf = (features: readonly Partial<ProvidesOffers<Any>>[], db: Kysely<Any>): ReadOffers => {
  const readers = features.flatMap(({ offers }) => offers?.(db) ?? [])
  return async papers => new Map((await Promise.all(readers.map(read => read(papers)))).flatMap(told => [...told]))
}

/** Entries of each list on the home page. */
const shown = 4

const nothing: FrontModel = { wanted: [], said: [], corrections: [], statuses: {} }

/**
 * Reads the home page's lists with a few short index reads and one batch read of their papers. `examples`: further papers whose statuses
 * are included. If the database is unavailable, the lists are empty and the home page still renders.
 */
export const frontReader = (db: Kysely<ActivityTables>, summaries: ReadSummaries, offersOn: ReadOffers) => {
  const readRecent = recentReader(db)
  const readWanted = wantedReader(db)

  const read = async (examples: readonly Doi[]): Promise<FrontModel> => {
    const [wanted, said, corrections] = await Promise.all([
      readWanted('all', shown),
      readRecent(['report-approved', 'note-approved'], shown),
      readRecent(selections.corrections.kinds, shown),
    ])
    const listed = [...wanted.papers, ...said.entries, ...corrections.entries].map(({ doi }) => doi)
    const [known, offers] = await Promise.all([
      summaries([...new Set([...examples, ...listed])]),
      offersOn(wanted.papers),
    ])
    return {
      wanted: wanted.papers.map(paper => formatWanted(paper, known.get(paper.doi), offers.get(paper.doi))),
      said: said.entries.map(entry => formatHappened(entry, known.get(entry.doi))),
      corrections: corrections.entries.map(entry => formatHappened(entry, known.get(entry.doi))),
      statuses: Object.fromEntries(
        examples.map(doi => [doi, statusMark(known.get(doi)?.status ?? nothingKnown)] as const),
      ),
    }
  }

  return (examples: readonly Doi[]): Promise<FrontModel> =>
    read(examples).catch(error => {
      if (isDatabaseUnavailable(error)) return nothing
      throw error
    })
}

const atom = 'application/atom+xml'

/** Recent updates. */
export const recentPage = definePage({
  name: 'recent',
  component: markup<typeof RecentPage>('news/front/RecentPage.tsx'),
  head: ({ kind, title, feed, isLater }: RecentPageModel, origin) => ({
    title: `${title} · Corroborate`,
    description: 'Retractions, corrections, replications, community reports and notes, newest first.',
    canonical: origin + paths.recent(kind),
    links: [{ rel: 'alternate', href: origin + feed, type: atom, title }],
    ...(isLater && { meta: noIndex }),
  }),
  islands: null,
  scriptBudget: 5_100,
})

/** Papers that people want reproduced. */
export const wantedPage = definePage({
  name: 'wanted',
  component: markup<typeof WantedPage>('news/front/WantedPage.tsx'),
  head: ({ kind, isLater }: WantedPageModel, origin) => ({
    title: 'Replications wanted · Corroborate',
    description: 'Papers that people watch or offer a bounty for, and who has claimed their reproduction.',
    canonical: origin + paths.wanted(kind),
    links: [{ rel: 'alternate', href: origin + paths.feed('claims'), type: atom, title: 'Claimed reproductions' }],
    ...(isLater && { meta: noIndex }),
  }),
  islands: null,
  scriptBudget: 5_100,
})
