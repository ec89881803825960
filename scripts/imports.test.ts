import { existsSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pathOf, readSource, sourceFiles } from './source-files.ts'

// The import rules (ARCHITECTURE.md) over every import of every file, type expressions such as `typeof import('…')` included.
// `npm run check` says most of it while one types; this test sees the forms that it does not read, and the whole graph.

/** By path: a test and what stands in `testing/` is counted as a room of its own, since it may import more. */
const roomOf = (file: string): string => {
  const [room = ''] = file.split('/')
  return /\.test\.tsx?$|\/testing\//.test(file) ? `tests of ${room}` : room
}

/** What each room may import besides itself, by package name and by path. */
const byName: Readonly<Record<string, readonly string[]>> = {
  site: ['widget', 'wire', 'server-kit'],
  'tests of site': ['widget', 'wire', 'server-kit'],
  identity: ['wire', 'server-kit'],
  'tests of identity': ['wire', 'server-kit'],
  widget: ['wire'],
  'tests of widget': ['wire', 'server-kit'],
  examples: ['widget'],
  'tests of examples': ['widget', 'server-kit'],
  bench: ['wire', 'server-kit'],
  'tests of bench': ['wire', 'server-kit'],
  scripts: ['wire', 'server-kit'],
  'tests of scripts': ['wire', 'server-kit'],
}
const byPath: Readonly<Record<string, readonly string[]>> = {
  'tests of widget': ['identity'],
  'tests of examples': ['widget', 'scripts'],
  bench: ['site', 'identity', 'widget', 'scripts'],
  'tests of bench': ['site', 'identity', 'widget', 'scripts'],
  scripts: ['site', 'identity', 'widget'],
  'tests of scripts': ['site', 'identity', 'widget'],
  'vitest.config.ts': ['scripts'],
}
/** Of a room entered by path: an `index.ts`, what stands directly in the room, or these. */
const alsoByPath = ['widget/embed/script.ts']

/** The widget's build runs where no browser does; what serves an example is a server. */
const isServer = (file: string): boolean => /^widget\/build[^/]*\.ts$|^examples\/(?:server|relying-party)\//.test(file)

/** A folder is entered through its index, but for these: who imports, what. */
const entries: readonly (readonly [RegExp, RegExp])[] = [
  [/^site\/app\/features\.ts$/, /^site\/[^/]+\/[^/]+\/feature\.ts$/],
  // To be turned round: these import what is assembled from all features.
  [/^site\//, /^site\/app\/(?:markup|migrations|paper-sections|paper-story)\.tsx?$/],
  // The lists of the widget's products, and what its files begin with: the parts that a product's folder is made of.
  [
    /^widget\/(?:products\/[^/]+|build)\.ts$/,
    /^widget\/products\/(?:[^/]+|social\/one-tap)\/(?:manifest|views|en|de|es|state|typed-phone-number)\.ts$/,
  ],
  [/^widget\/build\.ts$/, /^widget\/form\/strings\/(?:de|es)\.ts$/],
  [/^widget\/client\/index\.ts$/, /^widget\/client\/products\/parts-to-come\.ts$/],
  // Texts that several products show.
  [/^widget\/products\/[^/]+\/(?:en|manifest)\.ts$/, /^widget\/products\/(?:proof|scopes|social\/one-tap)\/en\.ts$/],
]

type Import = { from: string; to: string; name: string | null }

const importsOf = (file: string): Import[] =>
  [...readSource(file).matchAll(/\b(?:from|import)\b\s*\(?\s*'((?:\.|@corroborate\/)[^'?]*)[?\w]*'/g)].map(
    ([, target = '']) => {
      if (target.startsWith('.')) return { from: file, to: normalize(join(dirname(file), target)), name: null }
      const name = target.split('/')[1] ?? ''
      return { from: file, to: name, name }
    },
  )

const imports = sourceFiles.flatMap(importsOf)
const inWords = ({ from, to, name }: Import): string => `${from} imports ${name === null ? to : `@corroborate/${name}`}`
const relative = imports.filter(({ name }) => name === null)
const named = imports.filter(({ name }) => name !== null)
const isIndex = (file: string): boolean => /^index\.tsx?$/.test(basename(file))
/** Programs and examples are read from their beginning: their folders have no index. */
const withIndexes = ['identity', 'server-kit', 'site', 'widget', 'wire']
const isAbove = (folder: string, below: string): boolean =>
  folder === '.' || folder === below || below.startsWith(`${folder}/`)

test('every import is found, and leads to a file', () => {
  expect(sourceFiles.length).toBeGreaterThan(1_500)
  expect(relative.length).toBeGreaterThan(5_000)
  expect(named.length).toBeGreaterThan(800)
  // Texts in tests name files that are not there.
  expect(relative.filter(({ from, to }) => !roomOf(from).startsWith('tests') && !existsSync(pathOf(to)))).toEqual([])
})

describe('a room imports another', () => {
  test('by package name only where the rules say so', () => {
    const wrong = named.filter(({ from, name }) => {
      const own = from.split('/')[0] === name
      return !own && !byName[roomOf(from)]?.includes(name ?? '') && !(isServer(from) && name === 'server-kit')
    })
    expect(wrong.map(inWords)).toEqual([])
  })

  test('by path only where the rules say so, through an index or a file that stands directly in it', () => {
    const wrong = relative.filter(({ from, to }) => {
      const [room = ''] = to.split('/')
      if (from.split('/')[0] === room) return false
      const isEntrance =
        isIndex(to) || to.split('/').length === 2 || dirname(to) === 'site/app' || alsoByPath.includes(to)
      return !(byPath[roomOf(from)]?.includes(room) && isEntrance)
    })
    expect(wrong.map(inWords)).toEqual([])
  })
})

test('a folder’s files are private: others import its index', () => {
  const wrong = relative.filter(
    ({ from, to }) =>
      withIndexes.includes(roomOf(from)) &&
      from.split('/')[0] === to.split('/')[0] &&
      !isAbove(dirname(to), dirname(from)) &&
      !isIndex(to) &&
      !to.endsWith('.css') &&
      !entries.some(([who, what]) => who.test(from) && what.test(to)),
  )
  expect(wrong.map(inWords)).toEqual([])
})

test('only the site’s list of features imports a feature', () => {
  const wrong = relative.filter(
    ({ from, to }) =>
      roomOf(from) === 'site' &&
      from !== 'site/app/features.ts' &&
      dirname(from) !== dirname(to) &&
      /^site\/[^/]+\/[^/]+\/feature\.ts$/.test(to),
  )
  expect(wrong.map(inWords)).toEqual([])
})

test('the environment is taken from the process in no way that the linter overlooks', () => {
  const hidden = /\{[^{}=]*\benv\b[^{}=]*\}\s*=\s*(?:globalThis\.)?process\b|import \* as \w+ from '(?:node:)?process'/
  expect(sourceFiles.filter(file => hidden.test(readSource(file)))).toEqual([])
})

test('no file imports itself by way of others, types included', () => {
  const importsByFile = Map.groupBy(relative, ({ from }) => from)
  const done = new Set<string>()
  /** @returns the files of a circle, from the first to itself; null where there is none */
  const circleFrom = (file: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    for (const { to } of importsByFile.get(file) ?? []) {
      const circle = circleFrom(to, [...path, file])
      if (circle !== null) return circle
    }
    done.add(file)
    return null
  }
  expect(sourceFiles.map(file => circleFrom(file, [])).find(circle => circle !== null) ?? null).toBeNull()
})
