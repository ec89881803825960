import { expect, test } from 'vitest'
import { isReading } from './postgres-driver.ts'

test.each<[string, boolean]>([
  ['select 1', true],
  ['  SELECT "a" from "b"', true],
  ['(select 1) union (select 2)', true],
  ['values (1)', true],
  ['show transaction_isolation', true],
  ['explain select 1', true],
  ['insert into a values (1)', false],
  ['update a set b = 1', false],
  ['with gone as (delete from a returning *) select * from gone', false],
  ['selected', false],
  ['', false],
])('read-only detection: %s', (sql, expected) => expect(isReading(sql)).toBe(expected))
