import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createSearchPool, type SearchPool, type SearchPoolOptions } from './pool.ts'
import { temporaryFolder, work, writeIndex } from './testing/make-index.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const pools: SearchPool[] = []
afterEach(() => Promise.all(pools.splice(0).map(pool => pool.close())))
let files = 0
const newFile = () => folder.file(`works-${++files}.sqlite`)

/** With a deadline that holds on a busy machine too, where a worker takes long to start. */
const open = (options: SearchPoolOptions): SearchPool => {
  const pool = createSearchPool({ deadline: 15_000, ...options })
  pools.push(pool)
  return pool
}

const until = async (condition: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + 5_000
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('waited 5 s in vain')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

describe('the pool', () => {
  test('searches in its threads', async () => {
    const file = newFile()
    writeIndex(file, [
      work('10.1000/a', { title: 'Zebras', authors: Array.from({ length: 30 }, (_, i) => `Author ${i}`) }),
    ])
    const pool = open({ file, threads: 2 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => pool.search('zebra', 5)))
    expect(answers).toHaveLength(50)
    for (const works of answers) {
      expect(works).toEqual([
        {
          doi: '10.1000/a',
          title: 'Zebras',
          authors: Array.from({ length: 10 }, (_, i) => `Author ${i}`),
          authorsTruncated: true,
          journal: null,
          year: null,
        },
      ])
    }
  })

  test('finds nothing while there is no file, and picks it up when it comes, changes, is replaced and goes', async () => {
    const file = newFile()
    const pool = open({ file, threads: 1 })
    expect(await pool.search('zebra', 5)).toEqual([])
    writeIndex(file, [work('10.1000/a', { title: 'Zebras' })])
    await until(async () => (await pool.search('zebra', 5)).length === 1)
    writeIndex(file, [work('10.1000/b', { title: 'Okapis' })])
    await until(async () => (await pool.search('okapi', 5)).length === 1)
    const other = newFile()
    writeIndex(other, [work('10.1000/c', { title: 'Giraffes' })])
    renameSync(other, file)
    await until(async () => (await pool.search('giraffe', 5)).length === 1)
    expect(await pool.search('zebra', 5)).toEqual([])
    rmSync(file)
    await until(async () => (await pool.search('giraffe', 5)).length === 0)
  })

  test('finds nothing when the deadline has passed', async () => {
    const file = newFile()
    writeIndex(file, [work('10.1000/a', { title: 'Zebras' })])
    const pool = open({ file, threads: 1, deadline: 1 })
    expect(await pool.search('zebra', 5)).toEqual([])
  })

  test('refuses what would wait too long', async () => {
    const file = newFile()
    writeIndex(file, [work('10.1000/a', { title: 'Zebras' })])
    const pool = open({ file, threads: 1, queue: 2 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => pool.search('zebra', 5)))
    expect(answers.map(works => works.length)).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0])
  })

  test('finishes what is under way when it closes, and answers nothing after', async () => {
    const file = newFile()
    writeIndex(file, [work('10.1000/a', { title: 'Zebras' })])
    const pool = open({ file, threads: 1 })
    const searches = Array.from({ length: 20 }, () => pool.search('zebra', 5))
    await pool.close()
    for (const hits of await Promise.all(searches)) expect(hits).toHaveLength(1)
    expect(await pool.search('zebra', 5)).toEqual([])
    await pool.close()
  })

  test('says once what is wrong with the file', async () => {
    const file = newFile()
    writeFileSync(file, 'not an index at all, but longer than the header of a database. '.repeat(50))
    const told: string[] = []
    const pool = open({ file, threads: 2, onNotice: sentence => told.push(sentence) })
    for (let times = 0; times < 3; times++) expect(await pool.search('zebra', 5)).toEqual([])
    await Promise.all(Array.from({ length: 20 }, () => pool.search('zebra', 5)))
    expect(told).toEqual([`${file} cannot be read (file is not a database): local search is off.`])
  })
})
