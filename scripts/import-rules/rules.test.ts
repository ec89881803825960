import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pathOf, readSource, sourceFiles } from '../source-files.ts'
import { importsOf } from './imports.ts'
import { breachesIn, inWords, wings } from './rules.ts'

const imports = sourceFiles.flatMap(file => importsOf(file, readSource(file)))

test('every import is found and resolves to a file', () => {
  expect(sourceFiles.length).toBeGreaterThan(1_500)
  const byPath = imports.filter(({ name }) => name === null)
  expect(byPath.length).toBeGreaterThan(5_000)
  expect(imports.length - byPath.length).toBeGreaterThan(800)
  // Texts in tests name files that are not there.
  const isCode = (file: string) => !/\.test\.tsx?$|\/testing\//.test(file)
  expect(byPath.filter(({ from, to }) => isCode(from) && !existsSync(pathOf(to)))).toEqual([])
})

test('no import breaks an import rule', () => {
  expect(breachesIn(imports).map(inWords)).toEqual([])
})

test('every wing of the site has a level', () => {
  const found = new Set(
    sourceFiles.flatMap(file => {
      const [room, wing, ...below] = file.split('/')
      return room === 'site' && below.length > 0 && wing !== undefined && wing !== 'testing' ? [wing] : []
    }),
  )
  expect([...found].sort()).toEqual(wings.flat().sort())
})

/** Parses the imports of a source. It uses double quotes here, so that they are not mistaken for imports of this file. */
const read = (file: string, source: string) => importsOf(file, source.replaceAll('"', "'"))

/** The rules that a file with this source breaks. */
const brokenBy = (file: string, source: string): string[] =>
  breachesIn(read(file, source)).map(({ rule }) => rule.slice(0, 40))

const up = 'A wing of the site imports only wings be'
const room = 'A room imports another by package name o'
const path = 'A room imports another by path only wher'
const own = 'A room imports its own files by path.'.slice(0, 40)
const inside = 'A folder’s files are private: import its'
const markup = 'Server code imports no markup and no bro'
const server = 'Markup and browser code import no server'

describe('import rule violations', () => {
  test.each([
    ['an import from the ground up', 'site/kit/http/a.ts', `import { b } from "../../paper/papers/index.ts"`, [up]],
    [
      'a type from a wing above',
      'site/paper/known/a.ts',
      `import type { B } from "../../readers/notes/index.ts"`,
      [up],
    ],
    [
      'an import between wings of one floor',
      'site/news/front/a.ts',
      `import { b } from "../../finding/search/index.ts"`,
      [up],
    ],
    ['an import of a file of app', 'site/money/books/a.ts', `import { b } from "../../app/index.ts"`, [up]],
    ['a type expression', 'site/accounts/proofs/a.ts', `type B = typeof import("../../money/books/index.ts")`, [up]],
    ['helpers of tests', 'site/money/books/a.ts', `import { b } from "../../testing/index.ts"`, [up]],
    ['a file of another folder', 'site/money/books/a.ts', `import { b } from "../bounties/store.ts"`, [inside]],
    ['a file of another room', 'site/kit/http/a.ts', `import { b } from "../../../wire/email.ts"`, [path]],
    ['the provider', 'site/kit/http/a.ts', `import { b } from "@corroborate/identity"`, [room]],
    ['its own room by name', 'site/money/books/a.ts', `import { b } from "@corroborate/site/app/features.ts"`, [own]],
    ['a template without values', 'site/money/books/a.ts', 'await import(`../bounties/store.ts`)', [inside]],
    ['markup in a server', 'site/money/books/a.ts', `import { B } from "./BooksPage.tsx"`, [markup]],
    ['browser code in a server', 'site/money/books/a.ts', `import { b } from "../../kit/browser/index.tsx"`, [markup]],
    ['a server in markup', 'site/money/books/A.tsx', `import { b } from "../ledger/index.ts"`, [server]],
    ['markup in the provider', 'identity/operate/console/a.ts', `import { B } from "./markup/B.tsx"`, [markup]],
    [
      'a server in the provider’s markup',
      'identity/operate/console/markup/A.tsx',
      `import { b } from "../acts.ts"`,
      [server],
    ],
    ['what both servers share, in markup', 'site/money/books/A.tsx', `import "@corroborate/server-kit/http"`, [server]],
    ['the site, in the command line', 'cli/a.ts', `import { b } from "../site/paper/known/index.ts"`, [path]],
    ['what servers share, in the command line', 'cli/a.ts', `import "@corroborate/server-kit/http"`, [room]],
    [
      'a feature',
      'site/money/books/a.ts',
      `import { b } from "../bounties/feature.ts"`,
      [inside, 'Only the site’s list of features imports'],
    ],
  ])('the rules reject %s', (_, file, source, rules) => {
    expect(brokenBy(file, source)).toEqual(rules)
  })

  test('the rules reject a cycle between site folders, even without a file cycle', () => {
    const circle = [
      ...read('site/money/bounties/a.ts', 'import { b } from "../contributions/index.ts"'),
      ...read('site/money/contributions/index.ts', 'import { c } from "./c.ts"'),
      ...read('site/money/contributions/d.ts', 'import type { E } from "../bounties/index.ts"'),
    ]
    expect(breachesIn(circle).map(inWords)).toEqual([
      'site/money/bounties/a.ts imports site/money/contributions/index.ts. No folder of a wing imports itself by way of others, types included: these imports are a circle.',
      'site/money/contributions/d.ts imports site/money/bounties/index.ts. No folder of a wing imports itself by way of others, types included: these imports are a circle.',
    ])
    const byTests = circle.map(one => ({ ...one, from: one.from.replace('d.ts', 'd.test.ts') }))
    expect(breachesIn(byTests)).toEqual([])
  })

  test('the rules reject a cycle between files', () => {
    const [a, b] = [read('wire/a.ts', `import "./b.ts"`), read('wire/b.ts', `import type { A } from "./a.ts"`)]
    expect(breachesIn([...a, ...b]).map(inWords)).toEqual([
      'wire/a.ts imports wire/b.ts. No file imports itself by way of others, types included.',
      'wire/b.ts imports wire/a.ts. No file imports itself by way of others, types included.',
    ])
  })
})

test.each([
  ['a wing before it', 'site/money/books/a.ts', `import { b } from "../../paper/papers/index.ts"`],
  ['the type of its component', 'site/money/books/a.ts', `import type { B } from "./BooksPage.tsx"`],
  ['what both sides use, in markup', 'site/money/books/A.tsx', `import { b } from "../../kit/doi/index.ts"`],
  ['the site, in a test of the command line', 'cli/a.test.ts', `import { b } from "../site/paper/known/index.ts"`],
  ['helpers of tests, in a test', 'site/money/books/a.test.ts', `import { b } from "../../testing/index.ts"`],
])('the rules allow %s', (_, file, source) => {
  expect(brokenBy(file, source)).toEqual([])
})

test('process.env is not accessed in any form the linter misses', () => {
  const hidden = /\{[^{}=]*\benv\b[^{}=]*\}\s*=\s*(?:globalThis\.)?process\b|import \* as \w+ from '(?:node:)?process'/
  expect(sourceFiles.filter(file => hidden.test(readSource(file)))).toEqual([])
})
