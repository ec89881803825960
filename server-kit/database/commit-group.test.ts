import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CommitGroup } from './commit-group.ts'

/** A writer that counts its commits. */
const makeWriter = () => {
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
      return run()
    }
    return statement
  }
  return { db, commits }
}

test('members of one turn of the event loop share one commit, and are told after it', async () => {
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

test('a member that takes long does not keep those after it waiting for more than its own commit', async () => {
  const { db, commits } = makeWriter()
  const group = new CommitGroup(db, 1_000)
  const slow = async () => {
    await group.enter()
    await sleep(20)
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

test('a writer that nobody lets in gives up with a reason, and the queue goes on', async () => {
  const { db } = makeWriter()
  const group = new CommitGroup(db, 30)
  await group.enter()
  await expect(group.enter()).rejects.toThrow('Waited 30 ms to write')
  await group.leave()
  await group.enter()
  await group.leave()
})

test('another process that writes is waited for, without holding up this one', async () => {
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
