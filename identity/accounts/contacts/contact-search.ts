import type { Database, Tx } from '../../platform/database/index.ts'
import { orderedText, pastPrefix } from '../../platform/ordered-text/index.ts'
import type { ContactKind } from './contact-kind.ts'
import { type ContactRow, contactStatements, handle } from './contact-statements.ts'

/** Search and display of addresses or numbers in user lists. */
export type ContactSearch<Value extends string> = {
  /** Finds addresses or numbers by prefix, in character order, each with its user. `after` is the last one of the previous page. */
  search: (
    db: Database | Tx,
    projectId: string,
    wanted: { prefix: string; after: string | null; limit: number },
  ) => Promise<{ userId: string; value: Value }[]>
  /** Lists those of several users, oldest first. */
  listOf: (
    db: Database | Tx,
    projectId: string,
    userIds: readonly string[],
  ) => Promise<{ userId: string; id: string; value: Value; verified: boolean }[]>
}

export const createContactSearch = <Value extends string>(kind: ContactKind): ContactSearch<Value> => {
  const { table, idColumn, valueColumn } = kind
  const { rowsOfProject } = contactStatements(kind)
  return {
    search: async (db, projectId, { prefix, after, limit }) => {
      const inOrder = orderedText(db, valueColumn)
      const query = handle(db)
        .selectFrom(table)
        .select(row => [row.ref('user_id').as('user_id'), row.ref(valueColumn).as('value')])
        .where('project_id', '=', projectId)
        .where(inOrder, '<', pastPrefix(prefix))
        .orderBy(inOrder)
        .limit(limit)
      const begun = after === null ? query.where(inOrder, '>=', prefix) : query.where(inOrder, '>', after)
      const rows = await begun.$castTo<{ user_id: string; value: Value }>().execute()
      return rows.map(({ user_id, value }) => ({ userId: user_id, value }))
    },

    listOf: async (db, projectId, userIds) => {
      if (userIds.length === 0) return []
      const rows = await rowsOfProject(handle(db), projectId)
        .where('user_id', 'in', [...userIds])
        .orderBy('created_at')
        .orderBy(idColumn)
        .$castTo<ContactRow>()
        .execute()
      return rows.map(({ id, user_id, value, verified }) => ({
        userId: user_id,
        id,
        value: value as Value,
        verified: verified === 1,
      }))
    },
  }
}
