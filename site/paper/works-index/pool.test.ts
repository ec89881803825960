import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createSearchPool, type SearchAnswer, type SearchPool, type SearchPoolOptions } from './pool.ts'
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

const nothing: SearchAnswer = { kind: 'found', works: [] }
const busy: SearchAnswer = { kind: 'unavailable', because: 'busy' }
const broken: SearchAnswer = { kind: 'unavailable', because: 'broken' }

const found = async (pool: SearchPool, query: string): Promise<number | null> => {
  const answer = await pool.search(query, 5)
  return answer.kind === 'found' ? answer.works.length : null
}

/** Waits until a search finds so many works. */
const findsSoon = (pool: SearchPool, query: string, count: number) => expect.poll(() => found(pool, query)).toBe(count)

describe('search worker pool', () => {
  test('the pool searches in its threads', async () => {
    const file = newFile()
    writeIndex(file, [
      work('10.1000/a', { title: 'Zebras', authors: Array.from({ length: 30 }, (_, i) => `Author ${i}`) }),
    ])
    const pool = open({ file, threads: 2 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => pool.search('zebra', 5)))
    expect(answers).toHaveLength(50)
    for (const answer of answers) {
      expect(answer).toEqual({
        kind: 'found',
        works: [
          {
            doi: '10.1000/a',
            title: 'Zebras',
            authors: Array.from({ length: 10 }, (_, i) => `Author ${i}`),
            authorsTruncated: true,
            journal: null,
            year: null,
            score: expect.any(Number),
          },
        ],
      })
    }
  })

  test('the pool returns nothing without a file, and follows its creation, change and removal', async () => {
    const file = newFile()
    const pool = open({ file, threads: 1 })
    expect(await pool.search('zebra', 5)).toEqual(nothing)
    writeIndex(file, [work('10.1000/a', { title: 'Zebras' })])
    await findsSoon(pool, 'zebra', 1)
    writeIndex(file, [work('10.1000/b', { title: 'Okapis' })])
    await findsSoon(pool, 'okapi', 1)
    const other = newFile()
    writeIndex(other, [work('10.1000/c', { title: 'Giraffes' })])
    renameSync(other, file)
    await findsSoon(pool, 'giraffe', 1)
    expect(await pool.search('zebra', 5)).toEqual(nothing)
    rmSync(file)
    await findsSoon(pool, 'giraffe', 0)
  })

  test('the pool is busy when the deadline has passed or leaves too little time', async () => {
    const file = newFile()
    writeIndex(file, [work('10.1000/a', { title: 'Zebras' })])
    const hurried = open({ file, threads: 1, deadline: 1 })
    await hurried.search('zebra', 5)
    expect(await hurried.search('zebra', 5)).toEqual(busy)
  })

  test('the pool is busy when its queue is too long', async () => {
    const file = newFile()
    writeIndex(file, [work('10.1000/a', { title: 'Zebras' })])
    const pool = open({ file, threads: 1, queue: 2 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => pool.search('zebra', 5)))
    expect(answers.slice(0, 3)).toMatchObject(Array.from({ length: 3 }, () => ({ works: [{ doi: '10.1000/a' }] })))
    expect(answers.slice(3)).toEqual(Array.from({ length: 7 }, () => busy))
  })

  test('the pool completes pending searches on close and answers none after', async () => {
    const file = newFile()
    writeIndex(file, [work('10.1000/a', { title: 'Zebras' })])
    const pool = open({ file, threads: 1 })
    const searches = Array.from({ length: 20 }, () => pool.search('zebra', 5))
    await pool.close()
    for (const answer of await Promise.all(searches)) expect(answer).toMatchObject({ works: [{ doi: '10.1000/a' }] })
    expect(await pool.search('zebra', 5)).toEqual(busy)
    await pool.close()
  })

  test('a corrupt index is unavailable and reported once', async () => {
    const file = newFile()
    writeFileSync(file, 'not an index at all, but longer than the header of a database. '.repeat(50))
    const told: string[] = []
    const pool = open({ file, threads: 2, onNotice: sentence => told.push(sentence) })
    for (let times = 0; times < 3; times++) expect(await pool.search('zebra', 5)).toEqual(broken)
    await Promise.all(Array.from({ length: 20 }, () => pool.search('zebra', 5)))
    expect(told).toEqual([`${file} cannot be read (file is not a database): local search is off.`])
  })
})
