import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CommitGroup } from './commit-group.ts'

/** Creates a writer that counts commits and optionally replaces the first one. */
const makeWriter = (inPlaceOfFirst?: (db: DatabaseSync) => never) => {
  const db = new DatabaseSync(':memory:')
  db.exec('create table t (a text)')
  const commits = { count: 0 }
  const prepare = db.prepare.bind(db)
  db.prepare = sql => {
    const statement = prepare(sql)
    if (sql !== 'commit') return statement
    const run = statement.run.bind(statement)
    statement.run = () => {
      commits.count++
      return commits.count === 1 && inPlaceOfFirst !== undefined ? inPlaceOfFirst(db) : run()
    }
    return statement
  }
  return { db, commits }
}

test('writes of one event loop turn share a commit and resolve after it', async () => {
  const { db, commits } = makeWriter()
  const group = new CommitGroup(db, 1_000)
  const told: number[] = []
  const member = async () => {
    await group.enter()
    db.exec("insert into t values ('a')")
    await group.leave()
    told.push(commits.count)
  }
  await Promise.all([member(), member(), member()])
  expect(told).toEqual([1, 1, 1])
  await member()
  expect(told).toEqual([1, 1, 1, 2])
})

test('a slow write delays later ones by its own commit only', async () => {
  const { db, commits } = makeWriter()
  const group = new CommitGroup(db, 1_000)
  const slow = async () => {
    await group.enter()
    // The commit of its group is due by then.
    await turnOfTheEventLoop()
    await turnOfTheEventLoop()
    await group.leave()
    return commits.count
  }
  const quick = async () => {
    await group.enter()
    await group.leave()
    return commits.count
  }
  expect(await Promise.all([slow(), quick(), quick()])).toEqual([1, 2, 2])
})

test('a write that never gets the lock times out with a reason, and the queue continues', async () => {
  const { db } = makeWriter()
  const group = new CommitGroup(db, 30)
  await group.enter()
  await expect(group.enter()).rejects.toThrow('Waited 30 ms to write')
  await group.leave()
  await group.enter()
  await group.leave()
})

test('a write that got the lock in time does not evict others later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const group = new CommitGroup(makeWriter().db, 30)
  await group.enter()
  const second = group.enter()
  await vi.advanceTimersByTimeAsync(20)
  const left = group.leave()
  await second
  const third = group.enter()
  await vi.advanceTimersByTimeAsync(20)
  await Promise.all([left, group.leave(), third])
  await group.leave()
})

test('a commit aborted by SQLite fails only its own writes', async () => {
  // As when the disk is full.
  const { db } = makeWriter(writer => {
    writer.exec('rollback')
    throw new Error('The disk is full.')
  })
  const group = new CommitGroup(db, 1_000)
  await group.enter()
  db.exec("insert into t values ('a')")
  await expect(group.leave()).rejects.toThrow('The disk is full.')
  await group.enter()
  db.exec("insert into t values ('b')")
  await group.leave()
  expect(db.prepare('select a from t').all()).toEqual([{ a: 'b' }])
})

test('leaving a group without having entered throws', async () => {
  await expect(new CommitGroup(makeWriter().db, 1_000).leave()).rejects.toThrow('No transaction is open.')
})

test('a lock held by another process is awaited without blocking this one', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'corroborate-group-')), 'test.db')
  const [ours, theirs] = [new DatabaseSync(file), new DatabaseSync(file)]
  ours.exec('pragma journal_mode = wal')
  theirs.exec('begin immediate')
  const group = new CommitGroup(ours, 2_000)
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const entering = group.enter()
  await expect.poll(() => turns).toBeGreaterThan(5)
  theirs.exec('commit')
  await entering
  clearInterval(counting)
  await group.leave()

  theirs.exec('begin immediate')
  group.patience = 20
  await expect(group.enter()).rejects.toThrow('locked')
  theirs.exec('commit')
  await group.enter()
  await group.leave()
  ours.close()
  theirs.close()
})
