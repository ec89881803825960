import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { siteDatabaseFile, siteMigrations } from '../../app/migrations.ts'
import { createSearchPool, openWorksReader, worksIndexFile } from '../../paper/works-index/index.ts'
import { openAlexLine, startImport, temporaryFolder } from './testing/files.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
let folders = 0
const migrated = join(folder.path, siteDatabaseFile)
beforeAll(async () => {
  await (await openDatabase({ file: migrated, migrations: siteMigrations, now: Date.now })).destroy()
})

/** The data folder of a site that has started once. */
const newDataDir = (): string => {
  const path = join(folder.path, `data-${++folders}`)
  mkdirSync(path)
  copyFileSync(migrated, join(path, siteDatabaseFile))
  return path
}
const run = (dataDir: string, ...args: string[]) => startImport(dataDir, args).ended

describe('import command line', () => {
  test('the command prints its help', async () => {
    const { code, out } = await run(newDataDir(), '--help')
    expect(code).toBe(0)
    expect(out).toMatch(/works:import -- \[options\] <FILE/)
  })

  test.each([
    ['no file', [], /Missing required argument 'FILE'/],
    ['an unknown option', ['--frobnicate', 'x'], /Unknown option '--frobnicate'/],
    ['a missing file', ['nowhere.jsonl'], /File not found: nowhere.jsonl/],
    ['a folder', ['.'], /File not found/],
  ])('the command with %s prints an error and exits with 2', async (_, args, message) => {
    const { code, err } = await run(newDataDir(), ...args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })
})

test('an import summarizes what is new, lists what it skipped, and finds nothing new when repeated', async () => {
  const dataDir = newDataDir()
  const works = folder.write('works.jsonl', `${openAlexLine('10.1000/a')}\nbroken\n${openAlexLine(null)}\n`)
  const updates = folder.write(
    'updates.csv',
    'doi,retracted,update_type,update_doi\n10.1000/a,True,retraction,10.1000/n\n',
  )
  const first = await run(dataDir, works, updates)
  expect(first.err).toBe(`Data: site in SQLite ${join(dataDir, siteDatabaseFile)}.\n`)
  expect(first.code).toBe(0)
  expect(first.out).toMatch(/works\.jsonl: works: 1 new, 1 skipped without a DOI, 1 rejected/)
  expect(first.out).toMatch(/updates\.csv: updates: 1 new/)
  expect(first.out).not.toContain('\u001b')
  const rejects = join(dataDir, 'works-import-rejects.tsv')
  expect(first.out).toContain(rejects)
  const listed = folder
    .read(`data-${folders}/works-import-rejects.tsv`)
    .trim()
    .split('\n')
    .map(line => line.split('\t'))
  expect(listed.slice(1).map(([file, line, what]) => [file, line, what])).toEqual([
    [works, '2', 'rejected'],
    [works, '3', 'skipped'],
  ])
  const second = await run(dataDir, works, updates)
  expect(second.code).toBe(0)
  expect(second.out).toMatch(/works\.jsonl: works: 0 new, 1 unchanged/)
  expect(second.out).toMatch(/updates\.csv: updates: 0 new, 1 unchanged/)
  expect(second.out).toMatch(/Nothing new/)
})

test('a file of another kind exits with 1 while the others are imported', async () => {
  const dataDir = newDataDir()
  const other = folder.write('other.csv', 'name,age\nAda,36\n')
  const works = folder.write('good.jsonl', openAlexLine('10.1000/a'))
  const { code, out } = await run(dataDir, other, works)
  expect(code).toBe(1)
  expect(out).toMatch(/other\.csv: not imported: unrecognized format/)
  expect(out).toMatch(/good\.jsonl: works: 1 new/)
})

test('an interrupted import stops quickly and says it can be rerun', async () => {
  const dataDir = newDataDir()
  const lines = Array.from({ length: 60_000 }, (_, i) => openAlexLine(`10.1000/${i}`))
  const file = folder.write('long.jsonl', lines.join('\n'))
  const reader = openWorksReader(join(dataDir, worksIndexFile))
  const { child, ended } = startImport(dataDir, [file])
  while (!reader.count() && child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 5))
  child.kill('SIGINT')
  const { code, out } = await ended
  expect(code).toBe(130)
  expect(out).toMatch(/The import can be rerun/)
  expect(reader.count()).toBeLessThan(60_000)
  reader.close()
})

test('an import killed halfway can be rerun, while readers see committed data throughout', async () => {
  const dataDir = newDataDir()
  const total = 40_000
  const lines = Array.from({ length: total }, (_, i) =>
    openAlexLine(`10.1000/${i}`, { display_name: `Zebra number ${i} of the herd` }),
  )
  const file = folder.write('zebras.jsonl', lines.join('\n'))
  const index = join(dataDir, worksIndexFile)
  const reader = openWorksReader(index)
  const pool = createSearchPool({ file: index, threads: 1, deadline: 15_000 })

  const killed = startImport(dataDir, [file])
  const seen: (number | null)[] = []
  while (!reader.count() && killed.child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 5))
  seen.push(reader.count())
  killed.child.kill('SIGKILL')
  expect((await killed.ended).code).toBeNull()
  seen.push(reader.count())
  expect(seen.at(-1)).toBeGreaterThan(0)
  expect(seen.at(-1)).toBeLessThan(total)

  const again = await run(dataDir, file)
  expect(again.code).toBe(0)
  expect(reader.count()).toBe(total)
  expect(again.out).toMatch(/unchanged/)
  expect(await pool.search('herd zebar 39999', 5)).toMatchObject({ works: [{ doi: '10.1000/39999' }] })
  expect((await run(dataDir, file)).out).toMatch(/0 new, 40,000 unchanged/)
  reader.close()
  await pool.close()
})

test('an invalid command line leaves no files', async () => {
  const dataDir = newDataDir()
  await run(dataDir, 'nowhere.jsonl')
  expect(existsSync(join(dataDir, worksIndexFile))).toBe(false)
})
