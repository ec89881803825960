import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { describeStore } from '../testing/index.ts'
import { checkWrites, isDatabaseUnavailable, openDatabase } from './index.ts'
import { add, balances, migrations, type Tables } from './testing/accounts.ts'

describeStore<Tables>('a database that can be written', migrations, open => {
  test('a writable database passes the check, which changes nothing', async () => {
    const db = await open()
    const applied = () => sql`select * from schema_migration order by name`.execute(db)
    const before = (await applied()).rows
    await checkWrites(db)
    expect((await applied()).rows).toEqual(before)
  })
})

const openNew = () =>
  openDatabase<Tables>({
    file: join(mkdtempSync(join(tmpdir(), 'corroborate-writes-')), 'test.db'),
    migrations,
    now: Date.now,
  })

describe('full SQLite disk', () => {
  const openFull = async () => {
    const db = await openNew()
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
    return db
  }
  const freeDisk = (db: Awaited<ReturnType<typeof openFull>>) => sql`pragma max_page_count = 1000000`.execute(db)
  const fill = async (db: Awaited<ReturnType<typeof openFull>>) => {
    for (let n = 0; ; n++) await add(db, `account ${n}`.padEnd(500, '.'))
  }

  test('a write fails as unavailable, and acknowledged data is kept', async () => {
    const db = await openFull()
    const failure = await fill(db).catch(error => error)
    expect(isDatabaseUnavailable(failure)).toBe(true)
    expect(Object.keys(await balances(db)).length).toBeGreaterThan(0)
    await freeDisk(db)
    await db.destroy()
  })

  test('writes sharing the failed transaction also fail as unavailable', async () => {
    const db = await openFull()
    await fill(db).catch(() => {})
    const outcomes = await Promise.allSettled([0, 1, 2].map(n => add(db, `${n}`.padEnd(5_000, '.'))))
    for (const outcome of outcomes) {
      expect(outcome.status === 'rejected' && isDatabaseUnavailable(outcome.reason)).toBe(true)
    }
    await freeDisk(db)
    await db.destroy()
  })
})

test('a read-only file fails the check', async () => {
  const db = await openNew()
  await sql`pragma query_only = 1`.execute(db)
  const failure = await checkWrites(db).catch(error => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  await sql`pragma query_only = 0`.execute(db)
  await db.destroy()
})

// A disk of a few megabytes, which only the superuser of Linux can mount.
const canMount = process.platform === 'linux' && process.getuid?.() === 0

test.skipIf(!canMount)('a full disk fails the check once writes fail, until space is available', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'corroborate-full-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk])
  onTestFinished(() => void execFileSync('umount', [disk]))
  const db = await openDatabase<Tables>({ file: join(disk, 'test.db'), migrations, now: Date.now })
  await checkWrites(db)
  expect(readdirSync(disk).filter(name => name.includes('probe'))).toEqual([])
  const ballast = join(disk, 'ballast')
  // To the last block, as another program on the machine would.
  const full = openSync(ballast, 'w')
  const fill = () => {
    for (const bytes of [65_536, 4_096, 512]) {
      try {
        while (writeSync(full, Buffer.alloc(bytes)) > 0);
      } catch {}
    }
  }
  fill()
  closeSync(full)
  await expect(checkWrites(db)).rejects.toThrow()
  await expect(add(db, 'x'.repeat(100_000))).rejects.toSatisfy(isDatabaseUnavailable)
  rmSync(ballast)
  await checkWrites(db)
  await add(db, 'x'.repeat(100_000))
  await db.destroy()
})
