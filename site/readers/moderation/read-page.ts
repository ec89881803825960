import { listed } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import { accountKey } from '../../kit/people/index.ts'
import type { FindFacts } from '../../paper/papers/index.ts'
import type { ModeratedKinds } from './make-decision.ts'
import type { Decided, ModeratePageModel, PastDecision, Waiting, WaitingSection } from './model.ts'
import type { Submission } from './moderated.ts'
import {
  countWaiting,
  type ItemRow,
  type LogRow,
  readBlocks,
  readItems,
  readLog,
  readLogOf,
  readLogPlace,
  readQueue,
  readQueuePlace,
  writeLogPlace,
  writeQueuePlace,
} from './queue.ts'
import { type ModeratedKind, moderatedKinds, ofPool, rejectionReasons } from './rules.ts'
import type { Signal } from './signals.ts'
import type { ModerationTables } from './store.ts'

type Database = Kysely<ModerationTables & SignInTables>

/** So many entries on a page, of each kind. */
const most = 25

/** Which part of the page is asked for, from its query. */
export type Wanted =
  | { view: 'waiting'; places: Readonly<Record<ModeratedKind, string | null>> }
  | { view: 'decided'; before: string | null }

export const readWanted = (query: URLSearchParams): Wanted =>
  query.get('view') === 'decided'
    ? { view: 'decided', before: query.get('before') }
    : {
        view: 'waiting',
        places: { comment: query.get('comment'), audit: query.get('audit'), contribution: query.get('contribution') },
      }

type Sources = {
  db: Database
  kinds: ModeratedKinds
  /** For the titles of the papers. */
  facts: Pick<FindFacts, 'findNear'>
  now: () => number
}

/** Reads what `/moderate` shows. */
export const createReadModeratePage = ({ db, kinds, facts, now }: Sources) => {
  const readWaiting = async (places: Extract<Wanted, { view: 'waiting' }>['places'], moderator: string) =>
    Promise.all(moderatedKinds.map(kind => readSection(kind, places, moderator)))

  const readSection = async (
    kind: ModeratedKind,
    places: Readonly<Record<ModeratedKind, string | null>>,
    moderator: string,
  ): Promise<WaitingSection> => {
    const place = readQueuePlace(places[kind])
    const [rows, total] = await Promise.all([readQueue(db, kind, place, most), countWaiting(db, kind)])
    const shown = rows.slice(0, most)
    const ids = shown.map(({ id }) => id)
    const [submissions, log, papers] = await Promise.all([
      readSubmissions(kind, ids),
      readLogOf(db, kind, ids),
      readPapers(shown),
    ])
    const names = await readNames(db, log)
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

  const readSubmissions = async (kind: ModeratedKind, ids: readonly string[]) =>
    ids.length === 0 ? new Map<string, Submission>() : ((await kinds[kind]?.read(db, ids)) ?? new Map())

  /** The papers that some entries are about, by DOI: with their titles, where we have them. */
  const readPapers = async (items: readonly Pick<ItemRow, 'doi'>[]): Promise<Map<string, Paper>> => {
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

  const readDecided = async (before: string | null) => {
    const place = readLogPlace(before)
    const rows = await readLog(db, place, most)
    const shown = rows.slice(0, most)
    const names = await readNames(db, shown)
    const decisions = new Map<LogRow, PastDecision>()
    for (const kind of moderatedKinds) {
      const log = shown.filter(row => row.kind === kind)
      const ids = [...new Set(log.map(({ item }) => item))]
      const [items, submissions, blocks] = await Promise.all([
        readItems(db, kind, ids),
        readSubmissions(kind, ids),
        readBlocks(db, kind, ids),
      ])
      const papers = await readPapers(items)
      for (const row of log) {
        const item = items.find(({ id }) => id === row.item)
        const paper = papers.get(item?.doi ?? '')
        const past = pastOf(row, item, paper, submissions.get(row.item), decidedOf(row, names))
        // What was withdrawn is gone, but its writer is blocked for it still.
        const isLeft = item === undefined && row.action === 'block' && blocks.has(row.item)
        decisions.set(row, isLeft ? { ...past, undo: row.version + 1 } : past)
      }
    }
    const last = shown.at(-1)
    return {
      decisions: shown.flatMap(row => decisions.get(row) ?? []),
      next: rows.length > most && last !== undefined ? paths.moderated(writeLogPlace(last)) : null,
      first: place === null ? null : paths.moderated(),
    }
  }

  return async (
    wanted: Wanted,
    { path, notice, moderator }: Pick<ModeratePageModel, 'path' | 'notice'> & { moderator: string },
  ): Promise<ModeratePageModel> => {
    const frame = { path, notice, now: now() }
    return wanted.view === 'decided'
      ? { ...frame, view: 'decided', ...(await readDecided(wanted.before)) }
      : { ...frame, view: 'waiting', sections: await readWaiting(wanted.places, moderator) }
  }
}

type Paper = Waiting['paper']

/** What is about no paper. */
const pool: Paper = { title: 'The pool', href: paths.pool }

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

const decidedOf = (row: LogRow, names: ReadonlyMap<string, string>): Decided => ({
  action: row.action,
  by: row.moderator === null ? null : (names.get(row.moderator) ?? 'a moderator'),
  at: row.at,
  reason: row.reason === null ? null : rejectionReasons[row.reason],
  message: row.message,
})

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

/** The names of moderators, by their keys; their addresses are nobody's business. */
const readNames = async (db: Database, log: readonly LogRow[]): Promise<Map<string, string>> => {
  const keys = [...new Set(log.flatMap(({ moderator }) => moderator ?? []))]
  if (keys.length === 0) return new Map()
  const ids = keys.map(key => key.slice(accountKey('').length))
  const rows = await db
    .selectFrom('accounts')
    .select(['user_id', 'name'])
    .where('user_id', 'in', listed(db, JSON.stringify(ids)))
    .execute()
  return new Map(rows.filter(({ name }) => name !== '').map(({ user_id, name }) => [accountKey(user_id), name]))
}
