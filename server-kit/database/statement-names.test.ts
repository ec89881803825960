import type { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { makeStatementNames } from './postgres-driver.ts'

const query = (kind: string, sql: string, ...parameters: unknown[]) =>
  ({ sql, query: { kind }, parameters }) as unknown as CompiledQuery

test('statement names are unique per text and within PostgreSQL’s length limit', () => {
  const nameOf = makeStatementNames()
  const name = nameOf(query('SelectQueryNode', 'select 1'))
  expect(name).toMatch(/^[\w-]{32}$/)
  expect(nameOf(query('SelectQueryNode', 'select 1'))).toBe(name)
  expect(nameOf(query('SelectQueryNode', 'select 2'))).not.toBe(name)
})

test.each([
  ['SelectQueryNode', [], true],
  ['InsertQueryNode', [], true],
  ['UpdateQueryNode', [], true],
  ['DeleteQueryNode', [], true],
  ['MergeQueryNode', [], true],
  ['CreateTableNode', [], false],
  ['RawNode', [1], true],
  ['RawNode', [], false],
  ['CreateTableNode', [1], false],
])('%s with %j gets a statement name: %s', (kind, parameters, isNamed) => {
  expect(makeStatementNames()(query(kind, 'x', ...parameters)) !== undefined).toBe(isNamed)
})

test('beyond the limit new statements stay unnamed so that server memory is bounded', () => {
  const nameOf = makeStatementNames(2)
  const names = ['a', 'b', 'c', 'a'].map(sql => nameOf(query('SelectQueryNode', sql)))
  expect(names.map(name => name !== undefined)).toEqual([true, true, false, true])
})
