import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pathOf, readSource, sourceFiles } from './source-files.ts'

const rooms = /^(?:bench|cli|deploy|docs|embed|examples|identity|scripts|server-kit|site|widget|wire)(?:\/|$)/

/** Every name in backticks in a text. */
const namesIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)

test('every identifier and path in the glossary exists in the code', () => {
  const rows = [...readSource('docs/glossary.md').matchAll(/^\| .*\| (`.*`) \|$/gm)].map(([, cell = '']) => cell)
  expect(rows.length).toBeGreaterThan(70)
  const words = new Set(
    sourceFiles
      .filter(file => !/\.test\.tsx?$/.test(file))
      .flatMap(file => readSource(file).match(/\b[A-Za-z_]\w*\b/g) ?? []),
  )
  const missing = rows
    .flatMap(namesIn)
    .filter(name => (rooms.test(name) ? !existsSync(pathOf(name)) : !words.has(name)))
  expect(missing, 'update docs/glossary.md').toEqual([])
})

test.each(['ARCHITECTURE.md', 'docs/extending.md'])('every path in %s exists', document => {
  const paths = namesIn(readSource(document).replaceAll(/^```.*?^```/gms, '')).filter(
    name => rooms.test(name) && name.includes('/') && /^[\w./-]+$/.test(name),
  )
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter(path => !existsSync(pathOf(path)))).toEqual([])
})
