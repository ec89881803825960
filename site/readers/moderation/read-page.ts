import { paths } from '../../kit/doi/index.ts'
import type { Decided, ModeratePageModel, PastDecision } from './counts.ts'
import type { Submission } from './moderated.ts'
import {
  type ItemRow,
  isFiltered,
  type LogRow,
  type QueueFilters,
  readBlocks,
  readFilters,
  readItems,
  readLog,
  readLogPlace,
  writeFilters,
  writeLogPlace,
} from './queue.ts'
import { type ModeratedKind, moderatedKinds, moderationQueues } from './rules.ts'
import {
  decidedOf,
  most,
  type Paper,
  type Places,
  readNames,
  readPapers,
  readSubmissions,
  readWaiting,
  type Sources,
} from './waiting.ts'

export type DecidedPage = { decisions: PastDecision[]; next: string | null; first: string | null }

/** Returns decisions before a log cursor, newest first. */
const readDecided = async (sources: Sources, before: string | null): Promise<DecidedPage> => {
  const place = readLogPlace(before)
  const rows = await readLog(sources.db, place, most)
  const shown = rows.slice(0, most)
  const names = await readNames(sources, shown)
  const decisions = new Map<LogRow, PastDecision>()
  for (const kind of moderatedKinds)
    for (const [row, decision] of await readOfKind(sources, kind, shown, names)) decisions.set(row, decision)
  const last = shown.at(-1)
  return {
    decisions: shown.flatMap(row => decisions.get(row) ?? []),
    next: rows.length > most && last !== undefined ? paths.moderated(writeLogPlace(last)) : null,
    first: place === null ? null : paths.moderated(),
  }
}

/** The decisions about one kind of entry among some of the log. */
const readOfKind = async (
  sources: Sources,
  kind: ModeratedKind,
  shown: readonly LogRow[],
  names: ReadonlyMap<string, string>,
): Promise<[LogRow, PastDecision][]> => {
  const log = shown.filter(row => row.kind === kind)
  const ids = [...new Set(log.map(({ item }) => item))]
  const [items, submissions, blocks] = await Promise.all([
    readItems(sources.db, kind, ids),
    readSubmissions(sources, kind, ids),
    readBlocks(sources.db, kind, ids),
  ])
  const papers = await readPapers(sources, items)
  return log.map(row => {
    const item = items.find(({ id }) => id === row.item)
    const paper = papers.get(item?.doi ?? '')
    const past = pastOf(row, item, paper, submissions.get(row.item), decidedOf(row, names))
    // A withdrawn entry is gone, but its author's block remains.
    const isLeft = item === undefined && row.action === 'block' && blocks.has(row.item)
    return [row, isLeft ? { ...past, undo: row.version + 1 } : past]
  })
}

const pastOf = (
  row: LogRow,
  item: ItemRow | undefined,
  paper: Paper | undefined,
  submission: Submission | undefined,
  decided: Decided,
): PastDecision => ({
  ...decided,
  kind: row.kind,
  id: row.item,
  paper: paper ?? null,
  author: submission?.author ?? null,
  paragraphs: submission?.paragraphs ?? [],
  status: item?.status ?? null,
  undo: item !== undefined && item.status !== 'pending' && item.version === row.version + 1 ? item.version : null,
})

/** Requested part of the page, from its query. */
export type Wanted =
  | { view: 'waiting'; places: Places; filters: QueueFilters }
  | { view: 'decided'; before: string | null }

export const readWanted = (query: URLSearchParams): Wanted =>
  query.get('view') === 'decided'
    ? { view: 'decided', before: query.get('before') }
    : {
        view: 'waiting',
        filters: readFilters(query),
        places: Object.fromEntries(moderationQueues.map(queue => [queue, query.get(queue)])),
      }

type Frame = Pick<ModeratePageModel, 'path' | 'notice' | 'now'>

/** Reads `/moderate` for a moderator. */
export const readModeratePage = async (
  sources: Sources,
  wanted: Wanted,
  { moderator, ...frame }: Frame & { moderator: string },
): Promise<ModeratePageModel> =>
  wanted.view === 'decided'
    ? { ...frame, view: 'decided', ...(await readDecided(sources, wanted.before)) }
    : {
        ...frame,
        view: 'waiting',
        filters: {
          ...writeFilters(wanted.filters),
          isAny: isFiltered(wanted.filters),
          without: paths.moderate({ queue: wanted.filters.queue }),
        },
        ...(await readWaiting(sources, { ...wanted, moderator, now: frame.now })),
      }
