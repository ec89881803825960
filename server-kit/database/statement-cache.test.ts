import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { StatementCache } from './statement-cache.ts'

test('keeps the statements used last, up to its capacity', () => {
  const cache = new StatementCache(new DatabaseSync(':memory:'), 2)
  const first = cache.get('select 1')
  cache.get('select 2')
  expect(cache.get('select 1')).toBe(first)
  cache.get('select 3')
  expect(cache.size).toBe(2)
  expect(cache.get('select 1')).toBe(first)
})

test('knows which statements return rows', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('create table t (a text)')
  const cache = new StatementCache(db)
  expect(cache.get('insert into t values (1)').returnsRows).toBe(false)
  expect(cache.get('insert into t values (1) returning a').returnsRows).toBe(true)
})
