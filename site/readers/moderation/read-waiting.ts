import { paths, storedDoi } from '../../kit/doi/index.ts'
import type { Decided, Waiting, WaitingSection } from './model.ts'
import type { Submission } from './moderated.ts'
import { countWaiting, type ItemRow, readLogOf, readQueue, readQueuePlace, writeQueuePlace } from './queue.ts'
import { decidedOf, most, type Paper, readNames, readPapers, readSubmissions, type Sources } from './read-shown.ts'
import { type ModeratedKind, moderatedKinds } from './rules.ts'
import type { Signal } from './signals.ts'

/** From where on each kind of entry is shown, as its address says it. */
export type Places = Readonly<Record<ModeratedKind, string | null>>

/** What waits, by kind, as one moderator sees it. */
export const readWaiting = (sources: Sources, places: Places, moderator: string): Promise<WaitingSection[]> =>
  Promise.all(moderatedKinds.map(kind => readSection(sources, kind, places, moderator)))

const readSection = async (
  sources: Sources,
  kind: ModeratedKind,
  places: Places,
  moderator: string,
): Promise<WaitingSection> => {
  const { db } = sources
  const place = readQueuePlace(places[kind])
  const [rows, total] = await Promise.all([readQueue(db, kind, place, most), countWaiting(db, kind)])
  const shown = rows.slice(0, most)
  const ids = shown.map(({ id }) => id)
  const [submissions, log, papers] = await Promise.all([
    readSubmissions(sources, kind, ids),
    readLogOf(db, kind, ids),
    readPapers(sources, shown),
  ])
  const names = await readNames(sources, log)
  const last = shown.at(-1)
  const pageWith = (text: string | null) => paths.moderate({ ...places, [kind]: text })
  return {
    kind,
    total,
    items: shown.flatMap(row => {
      const submission = submissions.get(row.id)
      const history = log.filter(line => line.item === row.id).map(line => decidedOf(line, names))
      return submission === undefined ? [] : [waitingOf(row, papers.get(row.doi), submission, history, moderator)]
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
  moderator: string,
): Waiting => {
  const { author, authorIsChecked, paragraphs, facts } = submission
  return {
    kind: row.kind,
    id: row.id,
    version: row.version,
    isOwn: row.writer === moderator,
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
