import { runTransaction } from '@corroborate/server-kit/database'
import { describeStore, madeRow, type Table, tablesOf } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '../kit/feature/index.ts'
import { accountKey } from '../kit/people/index.ts'
import { siteTables } from '../kit/retention/index.ts'
import { type AppTables, allRows } from '../testing/index.ts'
import { features } from './features.ts'
import { siteMigrations } from './migrations.ts'

/** The columns that name an account. */
const naming = [
  ...['user_id', 'author', 'writer', 'claimant', 'giver', 'voter', 'moderator', 'account', 'reporter', 'person'],
  ...['proposed_by', 'decided_by'],
]
/** Tables of people that have none of these columns, and why. */
const withoutName: Readonly<Record<string, string>> = {
  ended_sessions: 'has hashes of sessions that are over',
  search_answers: 'does not say who searched',
  outbox: 'has ids, and is swept',
  held_forms: 'is encrypted with a key that only its sender’s browser has',
}

const userId = { ada: 'user-test-ada', bob: 'user-test-bob' }
type Name = keyof typeof userId

/** Values that determine the handling of a row. */
const meaning: Readonly<Record<string, Record<string, unknown>>> = {
  payouts: { state: 'paid' },
  votes: { vote: 'upvote' },
}

const rowOf = (table: Table, whose: Name) => {
  const named = Object.fromEntries(naming.map(column => [column, accountKey(userId[whose])]))
  return madeRow(table, { ...named, user_id: userId[whose], doi: `10.1000/${whose}`, ...meaning[table.name] })
}

/** Returns the tables with rows that refer to a user. */
const tablesWith = async (db: Kysely<AppTables>, whose: Name): Promise<string[]> =>
  Object.entries(await allRows(db))
    .flatMap(([name, rows]) => (rows.some(row => row.includes(userId[whose])) ? [name] : []))
    .toSorted()

describeStore<AppTables>('every table that names an account', siteMigrations, open => {
  test('deleting an account removes its id from every table and leaves other accounts', async () => {
    const db = await open()
    const tables = (await tablesOf(db)).filter(
      ({ name, columns }) => name === 'vote_counts' || columns.some(column => naming.includes(column.name)),
    )
    for (const table of tables)
      for (const whose of ['ada', 'bob'] as const)
        await db
          .insertInto(table.name as 'votes')
          .values(rowOf(table, whose) as never)
          .execute()

    const ofPeople = Object.entries(siteTables).flatMap(([name, { of }]) => (of === 'people' ? [name] : []))
    const named = ofPeople.filter(name => withoutName[name] === undefined).toSorted()
    expect(await tablesWith(db, 'ada')).toEqual(named)

    const account = { id: userId.ada, key: accountKey(userId.ada), upTo: null, at: 1 }
    await runTransaction(db, tx => deleteAccount(features, tx, account))
    expect(await tablesWith(db, 'ada')).toEqual([])
    expect(await tablesWith(db, 'bob')).toEqual(named)
  })
})
