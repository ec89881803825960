import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles } from '../source-files.ts'
import { guarded, notMeasured } from './folders.ts'

const root = join(import.meta.dirname, '../..')
const isIn = (folders: readonly string[]) => (file: string) => folders.some(folder => file.startsWith(`${folder}/`))
/** Server files with logic: no tests, test helpers or package entry files. */
const decides = sourceFiles.filter(
  file =>
    /^(?:site|identity|server-kit)\/[^/]+\/.+\.ts$/.test(file) && !/\.test\.ts$|\/testing\/|\/conformance\//.test(file),
)

test('every server folder has a mutation score or a reason for its absence', () => {
  expect(decides.length).toBeGreaterThan(1_000)
  const open = decides.filter(file => !isIn([...Object.keys(guarded), ...Object.keys(notMeasured)])(file))
  expect(open).toEqual([])
})

test('every configured folder exists', () => {
  const gone = [...Object.keys(guarded), ...Object.keys(notMeasured)].filter(folder => !existsSync(join(root, folder)))
  expect(gone).toEqual([])
})
