import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const identity = fileURLToPath(new URL('..', import.meta.url))

/** Every source file of the provider that is no test, by its path. */
const sources = new Map(
  readdirSync(identity, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !/node_modules|testing\/|\.test\.ts$|conformance/.test(path))
    .map(path => [path, readFileSync(join(identity, path), 'utf8')] as const),
)

/** Declaring folder of each table's columns: `export type TotpTables = { totps: { … } }`. */
const owners = new Map(
  [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/^export type \w+Tables = \{\n(.*?)^\}/gms)].flatMap(([, tables = '']) =>
      [...tables.matchAll(/^ {2}(\w+): \{/gm)].map(([, table = '']) => [table, dirname(path)] as const),
    ),
  ),
)

/** Migrations are left out: the first one made the tables of four folders, and a released one is never edited. */
const queries = /(?:selectFrom|insertInto|updateTable|deleteFrom|[jJ]oin|prepareInsert<[^>]*>)\(\s*'(\w+)/g

test('every table that is queried has one owner', () => {
  expect([...owners.keys()].toSorted()).toEqual(expect.arrayContaining(['single_use_secrets', 'totps', 'user_emails']))
})

test.each([...sources.keys()])('%s queries tables of its own folder only', path => {
  const queried = [...(sources.get(path) ?? '').matchAll(queries)].map(([, table = '']) => table)
  const foreign = queried.filter(table => {
    const owner = owners.get(table)
    const isOwn = owner !== undefined && !relative(owner, dirname(path)).startsWith('..')
    return !isOwn
  })
  expect(foreign).toEqual([])
})
