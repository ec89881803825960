import type { Kysely } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import type { FindFacts } from '../../paper/papers/index.ts'
import type { Decided, QueueTab, Waiting, WaitingSection } from './counts.ts'
import { readApprovers } from './make-decision.ts'
import type { ModeratedKinds, Submission } from './moderated.ts'
import { readModeratorNames } from './moderators.ts'
import {
  countWaiting,
  type ItemRow,
  type LogRow,
  type QueueFilters,
  readLogOf,
  readQueue,
  readQueuePlace,
  writeFilters,
  writeQueuePlace,
} from './queue.ts'
import { type ModeratedKind, type ModerationQueue, moderationQueues, ofPool, rejectionReasons } from './rules.ts'
import type { ModerationTables, Signal } from './store.ts'

export type Sources = {
  db: Kysely<ModerationTables & SignInTables>
  kinds: ModeratedKinds
  /** For the titles of the papers. */
  facts: Pick<FindFacts, 'findNear'>
}

export type Paper = Waiting['paper']

/** So many entries on a page, of each kind. */
export const most = 25

/** Entries as their features show them to moderators, by their ids. */
export const readSubmissions = async (
  { db, kinds }: Sources,
  kind: ModeratedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Submission>> =>
  ids.length === 0 ? new Map() : ((await kinds[kind]?.read(db, ids)) ?? new Map())

/** Subject of entries without a paper. */
const pool: Paper = { title: 'The pool', href: paths.pool }

/** The papers that some entries are about, by DOI: with their titles, where we have them. */
export const readPapers = async (
  { facts }: Sources,
  items: readonly Pick<ItemRow, 'doi'>[],
): Promise<Map<string, Paper>> => {
  const dois = [...new Set(items.map(({ doi }) => storedDoi(doi)))]
  const found = await Promise.all(
    dois.map(async doi => {
      if (doi === ofPool) return [doi, pool] as const
      const answer = await facts.findNear(doi)
      const title = answer.kind === 'found' ? answer.facts.title : null
      return [doi, { title: title ?? doi, href: paths.paper(doi) }] as const
    }),
  )
  return new Map(found)
}

/** The names of the moderators of some decisions, by their keys. */
export const readNames = ({ db }: Sources, log: readonly LogRow[]): Promise<ReadonlyMap<string, string>> =>
  readModeratorNames(
    db.$pickTables<'accounts'>(),
    log.flatMap(({ moderator }) => moderator ?? []),
  )

export const decidedOf = (row: LogRow, names: ReadonlyMap<string, string>): Decided => ({
  action: row.action,
  by: row.moderator === null ? null : (names.get(row.moderator) ?? 'a moderator'),
  at: row.at,
  reason: row.reason === null ? null : rejectionReasons[row.reason],
  message: row.message,
})

export type Places = Readonly<Partial<Record<ModerationQueue, string | null>>>

export type WaitingWanted = { places: Places; filters: QueueFilters; moderator: string; now: number }

/** Returns pending entries by queue as shown to a moderator, with the queues' counts. */
export const readWaiting = async (
  sources: Sources,
  wanted: WaitingWanted,
): Promise<{ sections: WaitingSection[]; tabs: QueueTab[] }> => {
  const { filters, now } = wanted
  const queues = filters.queue === null ? moderationQueues : [filters.queue]
  const [sections, totals] = await Promise.all([
    Promise.all(queues.map(queue => readSection(sources, queue, wanted))),
    Promise.all(moderationQueues.map(queue => countWaiting(sources.db, queue, { ...noFilters, now }))),
  ])
  const tabOf = (queue: ModerationQueue | null, count: number): QueueTab => ({
    queue,
    count,
    href: paths.moderate({ queue }),
    isHere: filters.queue === queue,
  })
  const all = totals.reduce((sum, count) => sum + count, 0)
  return { sections, tabs: [tabOf(null, all), ...moderationQueues.map((queue, n) => tabOf(queue, totals[n] ?? 0))] }
}

const noFilters = { paper: null, person: null, signal: null, age: null }

const readSection = async (
  sources: Sources,
  queue: ModerationQueue,
  { places, filters, moderator, now }: WaitingWanted,
): Promise<WaitingSection> => {
  const { db } = sources
  const kind = queue === 'second' ? 'audit' : queue
  const place = readQueuePlace(places[queue] ?? null)
  const [rows, total] = await Promise.all([
    readQueue(db, queue, { ...filters, now }, place, most),
    countWaiting(db, queue, { ...filters, now }),
  ])
  const shown = rows.slice(0, most)
  const ids = shown.map(({ id }) => id)
  const [submissions, log, papers, approvers] = await Promise.all([
    readSubmissions(sources, kind, ids),
    readLogOf(db, kind, ids),
    readPapers(sources, shown),
    queue === 'second' ? readApprovers(db.$pickTables<keyof ModerationTables>(), kind, ids) : new Map(),
  ])
  const names = await readNames(sources, log)
  const last = shown.at(-1)
  const asked = writeFilters(filters)
  const pageWith = (text: string | null) => paths.moderate({ ...asked, ...places, [queue]: text })
  return {
    queue,
    total,
    items: shown.flatMap(row => {
      const submission = submissions.get(row.id)
      const history = log.filter(line => line.item === row.id).map(line => decidedOf(line, names))
      return submission === undefined
        ? []
        : [
            {
              ...waitingOf(row, papers.get(row.doi), submission, history),
              queue,
              ofPaper: paths.moderate({ ...asked, paper: row.doi }),
              ofPerson: row.writer === null ? null : paths.moderate({ ...asked, person: `${row.kind}:${row.id}` }),
              isOwn: row.writer === moderator || approvers.get(row.id)?.moderator === moderator,
            },
          ]
    }),
    next: rows.length > most && last !== undefined ? pageWith(writeQueuePlace(last)) : null,
    first: place === null ? null : pageWith(null),
  }
}

const waitingOf = (
  row: ItemRow,
  paper: Paper | undefined,
  submission: Submission,
  history: readonly Decided[],
): Omit<Waiting, 'queue' | 'isOwn' | 'ofPaper' | 'ofPerson'> => {
  const { author, authorIsChecked, paragraphs, facts } = submission
  return {
    kind: row.kind,
    id: row.id,
    version: row.version,
    paper: paper ?? { title: row.doi, href: paths.paper(storedDoi(row.doi)) },
    author,
    authorIsChecked,
    paragraphs,
    facts,
    signals: (JSON.parse(row.signals) as Signal[]).map(({ words }) => words),
    waitingSince: row.waiting_since,
    history,
  }
}
