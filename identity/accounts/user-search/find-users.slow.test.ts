import { DatabaseSync } from 'node:sqlite'
import { engineOf } from '@corroborate/server-kit/database'
import { describeStore, rowsLookedAt } from '@corroborate/server-kit/testing'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { migrations } from '../../migrations.ts'
import { readAudit } from '../../platform/audit/store.ts'
import type { Database, Tables } from '../../platform/database/index.ts'
import { createProject } from '../../projects/index.ts'
import { addManyUsers } from '../../testing/many-users/index.ts'
import { findUsers } from './find-users.ts'

const count = 100_000
const pageSize = 50

type Read = (db: Database) => Promise<unknown>

/** Returns SQLite's query plan for a read. */
const stepsOf = async (db: Database, read: Read): Promise<string[]> => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  await read(db)
  // Data of the fifty users on a page is looked up by their IDs.
  const asked = prepare.mock.calls.map(([text]) => text).filter(text => !text.includes('"user_id" in ('))
  prepare.mockRestore()
  const plans = asked.map(text => sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(db))
  return (await Promise.all(plans)).flatMap(({ rows }) => rows.map(({ detail }) => detail))
}

/** True if a read scans or sorts all users. A page needs only fifty. */
const goesThroughAll = async (db: Database, read: Read): Promise<boolean> =>
  engineOf(db) === 'sqlite'
    ? (await stepsOf(db, read)).some(step => /^SCAN |USE TEMP B-TREE FOR ORDER BY/.test(step))
    : (await rowsLookedAt(db, read)) > 1_000

describeStore<Tables>(`${count} users`, migrations, open => {
  test('user lists and searches use indexes, on the first page and on deep pages', async () => {
    const db = await open()
    const { id } = await createProject(db, { name: 'Test' }, 1)
    await addManyUsers(db, id, count)
    const page = (text: string, after: string | null = null) => findUsers(db, id, { text, after, limit: pageSize })
    const place = (way: string, ...at: (string | number)[]) =>
      Buffer.from(JSON.stringify([way, at])).toString('base64url')
    const reads: Readonly<Record<string, [text: string, after: string | null]>> = {
      'all, first': ['', null],
      'all, deep': ['', place('age', 1_050, 'user-test-many-50500')],
      'an address': ['person4242', null],
      'addresses, deep': ['person', place('email', 'person5@example.org')],
      'a number': ['+44 7000 042', null],
      'an external id': ['external-777', null],
      'a name': ['lovelace', null],
      'names, deep': ['h', place('last', 'hopper', 'user-test-many-50007')],
      'a full name': ['Ada Lovelace', null],
    }
    const long: string[] = []
    for (const [name, [text, after]] of Object.entries(reads)) {
      const read: Read = on => findUsers(on, id, { text, after, limit: pageSize })
      if (await goesThroughAll(db, read)) long.push(name)
      expect([name, (await page(text, after)).users.length]).toEqual([
        name,
        name === 'an external id' ? 1 : expect.any(Number),
      ])
    }
    const audit: Read = on => readAudit(on, { projectId: id, limit: pageSize, after: { at: 5, auditId: 'x' } })
    if (await goesThroughAll(db, audit)) long.push('audit')
    // A query that no index serves proves that the check detects full scans.
    const all: Read = on => sql`select user_id from users order by middle_name limit 50`.execute(on)
    if (await goesThroughAll(db, all)) long.push('no index')
    expect(long).toEqual(['no index'])
    expect((await page('')).users).toHaveLength(pageSize)
    expect((await page('Lovelace')).users).toHaveLength(pageSize)
  })
})
