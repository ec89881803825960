import { EventEmitter } from 'node:events'
import { CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import { makeCommittedInserts } from './committed-inserts.ts'
import { runTransaction } from './index.ts'
import { PostgresDriver } from './postgres-driver.ts'
import { CommitUnknown, isDatabaseUnavailable } from './sql-errors.ts'

const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
const readOnly = () => Object.assign(new Error('cannot execute in a read-only transaction'), { code: '25006' })

/** A database whose connections, in order of creation, fail at scripted queries. */
const open = (...connections: readonly Readonly<Record<string, () => Error>>[]) => {
  const sent: string[][] = []
  const kept: boolean[] = []
  const pool = {
    connect: async () => {
      const number = sent.length
      const fails = connections[number]
      if (fails === undefined) throw lost()
      sent.push([])
      return Object.assign(new EventEmitter(), {
        query: async (query: string | { text: string }) => {
          const text = typeof query === 'string' ? query : query.text
          sent[number]?.push(text)
          const fail = fails[text]
          if (fail !== undefined) throw fail()
          return { command: text.toUpperCase(), rows: [], rowCount: 0 }
        },
        release: (unfit: boolean) => {
          kept[number] = !unfit
        },
      })
    },
  }
  const db = new Kysely<object>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver(pool as never, makeCommittedInserts()),
      createIntrospector: given => new PostgresIntrospector(given),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const run = (text: string, on: Pick<Kysely<object>, 'executeQuery'> = db) => on.executeQuery(CompiledQuery.raw(text))
  return { db, sent, kept, run }
}
const start = 'start transaction '

test('a read is retried once on another connection when the first is lost', async () => {
  const { run, sent, kept } = open({ 'select 1': lost }, {})
  await run('select 1')
  expect(sent).toEqual([['select 1'], ['select 1']])
  expect(kept).toEqual([false, true])
  const twice = open({ 'select 1': lost }, { 'select 1': lost }, {})
  await expect(twice.run('select 1')).rejects.toThrow('ECONNRESET')
  expect(twice.sent).toHaveLength(2)
})

test('a read fails when there is no other connection', async () => {
  const { run, kept } = open({ 'select 1': lost })
  await expect(run('select 1')).rejects.toSatisfy(isDatabaseUnavailable)
  expect(kept).toEqual([false])
})

test('a write is sent once, and its outcome is unknown when the connection is lost', async () => {
  const { run, sent, kept } = open({ 'insert into a values (1)': lost }, {})
  await expect(run('insert into a values (1)')).rejects.toBeInstanceOf(CommitUnknown)
  expect(sent).toEqual([['insert into a values (1)']])
  expect(kept).toEqual([false])
})

test('a transaction restarts when its connection is lost before commit', async () => {
  const { db, run, sent, kept } = open({ update: lost }, {})
  await runTransaction(db, tx => run('update', tx))
  expect(sent).toEqual([
    [start, 'update', 'rollback'],
    [start, 'update', 'commit'],
  ])
  expect(kept).toEqual([false, true])
})

test('a transaction is not restarted on a third connection', async () => {
  const { db, run, sent } = open({ update: lost }, { [start]: lost }, {})
  await expect(runTransaction(db, tx => run('update', tx))).rejects.toThrow('ECONNRESET')
  expect(sent).toHaveLength(2)
})

test('a transaction whose connection is lost during commit is not retried', async () => {
  const { db, run, sent, kept } = open({ commit: lost }, {})
  await expect(runTransaction(db, tx => run('update', tx))).rejects.toBeInstanceOf(CommitUnknown)
  expect(sent).toEqual([[start, 'update', 'commit', 'rollback']])
  expect(kept).toEqual([false])
})

test('a commit PostgreSQL rejects fails, and its connection is kept', async () => {
  const refused = () => Object.assign(new Error('duplicate key'), { code: '23505' })
  const { db, run, kept } = open({ commit: refused })
  await expect(runTransaction(db, tx => run('update', tx))).rejects.toThrow('duplicate key')
  expect(kept).toEqual([true])
})

test('a server that became read-only is dropped from the pool', async () => {
  const { db, run, sent, kept } = open({ update: readOnly }, {})
  await runTransaction(db, tx => run('update', tx))
  expect(sent.at(-1)).toEqual([start, 'update', 'commit'])
  expect(kept).toEqual([false, true])
})
