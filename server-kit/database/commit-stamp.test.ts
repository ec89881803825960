import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import process from 'node:process'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { describeStore } from '../testing/index.ts'
import type { MigrationDatabase } from './migrate.ts'
import { commitStamp } from './past-kysely.ts'

type Tables = { notes: { id: number } }

const notes = {
  name: '2026-01-01-notes',
  up: async (db: MigrationDatabase) => {
    await sql`create table notes (id integer primary key not null)`.execute(db)
  },
}

describeStore<Tables>('the commit stamp', [notes], (open, store) => {
  test.skipIf(store.engine === 'sqlite')('says nothing', async () => {
    expect(commitStamp(await open())).toBeNull()
  })

  describe.skipIf(store.engine === 'postgres')('of a file', () => {
    const add = (id: number) => sql`insert into notes values (${id})`

    test('is another one after every commit, and the same in between', async () => {
      const db = await open()
      const other = await store.openAgain(db)
      const seen = new Set<string | null>()
      for (const writer of [db, other, db, other]) {
        seen.add(commitStamp(db))
        await db.selectFrom('notes').selectAll().execute()
        expect(commitStamp(db)).toBe([...seen].at(-1))
        expect(commitStamp(other)).toBe(commitStamp(db))
        await add(seen.size).execute(writer)
      }
      seen.add(commitStamp(db))
      expect(seen.size).toBe(5)
      expect(seen).not.toContain(null)
    })

    test('is another one after a commit of another process, also when the log has begun anew', async () => {
      const db = await open()
      const { file } = store.placeOf(db)
      const before = commitStamp(db)
      const script = `const db = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file)})
        db.exec('pragma wal_checkpoint(truncate); insert into notes values (7)')`
      execFileSync(process.execPath, ['-e', script])
      expect(commitStamp(db)).not.toBe(before)
      expect(await db.selectFrom('notes').selectAll().execute()).toEqual([{ id: 7 }])
    })

    test.skipIf(process.platform !== 'linux')('does not cost another handle its locks when one is closed', async () => {
      const db = await open()
      const other = await store.openAgain(db)
      expect(commitStamp(db)).toBe(commitStamp(other))
      const { ino } = statSync(`${store.placeOf(db).file}-shm`)
      const isLocked = () => readFileSync('/proc/locks', 'utf8').includes(`:${ino} `)
      expect(isLocked()).toBe(true)
      await other.destroy()
      expect(isLocked()).toBe(true)
    })
  })
})
