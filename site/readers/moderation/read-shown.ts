import type { Kysely } from 'kysely'
import type { SignInTables } from '../../accounts/sign-in/index.ts'
import { paths, storedDoi } from '../../kit/doi/index.ts'
import type { FindFacts } from '../../paper/papers/index.ts'

import type { Decided, Waiting } from './model.ts'
import type { ModeratedKinds, Submission } from './moderated.ts'
import { readModeratorNames } from './moderator-names.ts'
import type { ItemRow, LogRow } from './queue.ts'
import { type ModeratedKind, ofPool, rejectionReasons } from './rules.ts'
import type { ModerationTables } from './store.ts'

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
