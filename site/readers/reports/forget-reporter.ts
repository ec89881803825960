import type { Transaction } from 'kysely'
import type { DeletedAccount } from '../../kit/people/index.ts'
import { type ActivityTables, unnameActivity } from '../../paper/activity/index.ts'
import { type ModerationTables, withdraw } from '../moderation/index.ts'
import { reportKey } from './moderated-reports.ts'
import type { ReportTables } from './tables.ts'

/** Display name for public reports of deleted accounts. */
export const formerReporter = 'a deleted account'

/**
 * Deletes an account's drafts and nonpublic reports. Public ones are anonymized, since they may have been cited. With `upTo` only data from
 * before.
 */
export const forgetReporter = async (
  tx: Transaction<ReportTables & ActivityTables & ModerationTables>,
  { key, upTo }: Pick<DeletedAccount, 'key' | 'upTo'>,
): Promise<void> => {
  const reports = tx.$pickTables<keyof ReportTables>()
  const until = upTo ?? Number.MAX_SAFE_INTEGER
  await reports.deleteFrom('report_drafts').where('author', '=', key).where('updated_at', '<=', until).execute()
  const found = reports.selectFrom('reports').select(['id', 'approved_at']).where('author', '=', key)
  for (const { id, approved_at } of await found.where('created_at', '<=', until).orderBy('id').execute()) {
    if (approved_at === null) {
      await withdraw(tx.$pickTables<keyof ModerationTables>(), { kind: 'audit', id })
      await reports.deleteFrom('reports').where('id', '=', id).execute()
    } else {
      await unnameActivity(tx.$pickTables<keyof ActivityTables>(), reportKey(id), formerReporter)
      await reports.updateTable('reports').set({ author: null, name: null, email: null }).where('id', '=', id).execute()
    }
  }
}
