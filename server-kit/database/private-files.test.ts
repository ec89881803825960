import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { isMainThread } from 'node:worker_threads'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Migration, openDatabase } from './index.ts'

const migrations: readonly Migration[] = []

/** A world-readable folder that already existed. */
const openFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'private-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  return folder
}
const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8)

describe.skipIf(process.platform === 'win32')('8: SQLite file permissions', () => {
  test.each([0o022, 0o000])('database files are created private, whatever the folder and the umask %o', async umask => {
    // A thread has the one of its process.
    if (isMainThread) {
      const before = process.umask(umask)
      onTestFinished(() => void process.umask(before))
    }
    const file = join(openFolder(), 'deeper', 'a.db')
    const db = await openDatabase<unknown>({ file, migrations, now: () => 0 })
    onTestFinished(() => db.destroy())
    await sql`create table t (x integer)`.execute(db)
    await sql`insert into t values (1)`.execute(db)
    expect([file, `${file}-wal`, `${file}-shm`].map(modeOf)).toEqual(['600', '600', '600'])
  })

  test('database files an older version left world-readable are made private', async () => {
    const file = join(openFolder(), 'a.db')
    const first = await openDatabase<unknown>({ file, migrations, now: () => 0 })
    await first.destroy()
    chmodSync(file, 0o644)
    for (const ending of ['-wal', '-shm']) writeFileSync(`${file}${ending}`, '', { mode: 0o644 })
    const db = await openDatabase<unknown>({ file, migrations, now: () => 0 })
    onTestFinished(() => db.destroy())
    await sql`create table t (x integer)`.execute(db)
    expect([file, `${file}-wal`, `${file}-shm`].map(modeOf)).toEqual(['600', '600', '600'])
  })
})
