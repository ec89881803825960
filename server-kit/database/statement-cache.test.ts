import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createStatementCache } from './sqlite-driver.ts'

test('the cache keeps the most recently used statements up to its limit', () => {
  const cache = createStatementCache(new DatabaseSync(':memory:'), 2)
  const first = cache('select 1')
  const second = cache('select 2')
  expect(cache('select 1')).toBe(first)
  cache('select 3')
  expect(cache('select 1')).toBe(first)
  expect(cache('select 2')).not.toBe(second)
})

test('the cache knows which statements return rows', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('create table t (a text)')
  const cache = createStatementCache(db)
  expect(cache('insert into t values (1)').returnsRows).toBe(false)
  expect(cache('insert into t values (1) returning a').returnsRows).toBe(true)
})
