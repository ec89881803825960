import { describeStore, madeRow, type Table, tablesOf } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { brought } from './features.ts'
import { migrations } from './migrations.ts'
import type { Tables } from './platform/database/index.ts'

type Whose = { projectId: string; userId: string }

/** Data retained after account deletion, with the reason. */
const kept = {
  audit_log: 'says what was done with the account; it has a time of its own',
  webhook_deliveries: 'says what was told of the account; it has a time of its own',
}

/** Data retained after the first verification of the mailbox, with the reason. */
const keptAtProof = {
  ...kept,
  users: 'is the account',
  user_emails: 'has the address that is proved',
  sessions: 'are ended, and say so',
  single_use_secrets: 'are void, and say so',
  account_failures: 'counts wrong codes, whether the owner or a stranger typed them',
  administrators: 'was given by an operator, who invites by the address',
  imported_users: 'says what the operator had imported',
}

/** One row in each table that names a user. */
const fill = async (db: Kysely<Tables>, tables: readonly Table[], { projectId, userId }: Whose) => {
  for (const table of tables)
    await db
      .insertInto(table.name as 'users')
      .values(madeRow(table, { project_id: projectId, user_id: userId }) as never)
      .execute()
}

/** The tables that have a row of a user. */
const tablesWith = async (db: Kysely<Tables>, tables: readonly Table[], { projectId, userId }: Whose) => {
  const found: string[] = []
  for (const { name } of tables) {
    const rows = db
      .selectFrom(name as 'users')
      .select('user_id')
      .where('project_id', '=', projectId)
    if ((await rows.where('user_id', '=', userId).execute()).length > 0) found.push(name)
  }
  return found
}

describeStore<Tables>('every table that names a user', migrations, open => {
  const filled = async () => {
    const db = await open()
    const tables = (await tablesOf(db)).filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
    const ada = { projectId: 'p1', userId: 'ada' }
    const others = [
      { projectId: 'p1', userId: 'bob' },
      { projectId: 'p2', userId: 'ada' },
    ]
    for (const whose of [ada, ...others]) await fill(db, tables, whose)
    return { db, tables, ada, others, leftOf: (whose: Whose) => tablesWith(db, tables, whose) }
  }

  test('deleting a user deletes their rows in every table and none of others', async () => {
    const { db, ada, others, tables, leftOf } = await filled()
    expect(await leftOf(ada)).toEqual(tables.map(({ name }) => name))
    expect(await db.transaction().execute(tx => brought.users.delete(tx, ada.projectId, ada.userId))).toBe(true)
    expect(await leftOf(ada)).toEqual(Object.keys(kept))
    for (const other of others) expect(await leftOf(other)).toEqual(tables.map(({ name }) => name))
  })

  test('the first verification deletes a stranger’s rows in every table', async () => {
    const { db, ada, others, tables, leftOf } = await filled()
    await db.updateTable('user_emails').set({ email_id: 'proved' }).where('user_id', '=', ada.userId).execute()
    const wiping = { ...ada, emailId: 'proved', now: Date.now() }
    await db.transaction().execute(tx => brought.users.wipeUnproved(tx, wiping))
    expect(await leftOf(ada)).toEqual(Object.keys(keptAtProof).toSorted())
    const ends = [
      ['sessions', 'revoked_at'],
      ['single_use_secrets', 'used_at'],
    ] as const
    const stillGood = ({ projectId, userId }: Whose) =>
      Promise.all(
        ends.map(async ([table, end]) => {
          const own = db
            .selectFrom(table as 'sessions')
            .select('user_id')
            .where('project_id', '=', projectId)
          const good = own.where('user_id', '=', userId).where(end as 'revoked_at', 'is', null)
          return (await good.execute()).length
        }),
      )
    expect(await stillGood(ada)).toEqual([0, 0])
    for (const other of others) expect(await stillGood(other)).toEqual([1, 1])
    for (const other of others) expect(await leftOf(other)).toEqual(tables.map(({ name }) => name))
  })
})
