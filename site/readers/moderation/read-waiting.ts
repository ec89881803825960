import { paths, storedDoi } from '../../kit/doi/index.ts'
import { type QueueFilters, writeFilters } from './filters.ts'
import { readApprovers } from './make-decision.ts'
import type { Decided, QueueTab, Waiting, WaitingSection } from './model.ts'
import type { Submission } from './moderated.ts'
import { countWaiting, type ItemRow, readLogOf, readQueue, readQueuePlace, writeQueuePlace } from './queue.ts'
import { decidedOf, most, type Paper, readNames, readPapers, readSubmissions, type Sources } from './read-shown.ts'
import { type ModerationQueue, moderationQueues } from './rules.ts'
import type { Signal } from './signals.ts'
import type { ModerationTables } from './store.ts'

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
