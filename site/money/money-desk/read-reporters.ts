import { listed } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import { accountKey } from '../../kit/people/index.ts'
import { dayInWords } from '../../kit/times/index.ts'
import { readApprovers, readBlockedAmong, readModeratorNames } from '../../readers/moderation/index.ts'
import type { KeptReport } from '../../readers/reports/index.ts'
import type { MoneyDeskTables } from './database.ts'

/** Facts about a report and its author for moderators, before an award. */
export type ReporterFacts = {
  /** Account key of the report's approver; null if unknown. */
  approver: string | null
  /** The same as text, with the age of the author's account and whether they are blocked from posting. */
  words: string
}

/** Reads it for some reports, by their ids. */
export const readReporterFacts = async (
  db: Kysely<MoneyDeskTables>,
  reports: readonly Pick<KeptReport, 'id' | 'author'>[],
): Promise<Map<string, ReporterFacts>> => {
  const authors = reports.flatMap(({ author }) => author ?? [])
  const [approvers, blocked, since] = await Promise.all([
    readApprovers(
      db,
      'audit',
      reports.map(({ id }) => id),
    ),
    readBlockedAmong(db, authors),
    readAccountsSince(db, authors),
  ])
  const names = await readModeratorNames(
    db.$pickTables<'accounts'>(),
    [...approvers.values()].flatMap(({ moderator }) => moderator ?? []),
  )
  return new Map(
    reports.map(({ id, author }) => {
      const approval = approvers.get(id)
      const approver = approval?.moderator ?? null
      const by = approver === null ? 'a deleted account' : (names.get(approver) ?? 'a moderator')
      const started = since.get(author ?? '')
      const words = [
        ...(approval === undefined ? [] : [`Approved by ${by} on ${dayInWords(approval.at)}`]),
        ...(started === undefined ? [] : [`account since ${dayInWords(started)}`]),
        ...(blocked.has(author ?? '') ? ['stopped from writing here'] : []),
      ].join(' · ')
      return [id, { approver, words }]
    }),
  )
}

const readAccountsSince = async (
  db: Kysely<MoneyDeskTables>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const ids = [...new Set(keys)].map(key => key.slice(accountKey('').length))
  const rows = await db
    .selectFrom('accounts')
    .select(['user_id', 'created_at'])
    .where('user_id', 'in', listed(db, JSON.stringify(ids)))
    .execute()
  return new Map(rows.map(({ user_id, created_at }) => [accountKey(user_id), created_at]))
}
