import { expect, test } from 'vitest'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { createRangeIndex, doiHash, prefixLength } from './range-index.ts'

test.each([
  [0, 1],
  [127, 1],
  [8 * 16 ** 2 - 1, 1],
  [8 * 16 ** 2, 2],
  [60_000, 3],
  [500_000, 3],
  [8 * 16 ** 4, 4],
  [1e12, 7],
])('%d papers use a prefix of %d digits', (papers, length) => expect(prefixLength(papers)).toBe(length))

test('a range averages at least eight papers for any total that fills the shortest prefix', () => {
  for (let papers = 128; papers < 1e7; papers *= 1.7)
    expect(papers / 16 ** prefixLength(papers)).toBeGreaterThanOrEqual(8)
})

test('the hash matches the documented one', () => {
  // printf %s 10.1126/science.aac4716 | sha256sum
  expect(doiHash(storedDoi('10.1126/science.aac4716'))).toBe(
    '9fed70371eeb17ffaac36ac78fa17644441eed14bfcf8c51df1e1a257062b636',
  )
})

const pageOf =
  (dois: readonly Doi[], asked: string[] = []) =>
  async (after: string, limit: number) => {
    asked.push(after)
    return dois.filter(doi => doi > after).slice(0, limit)
  }
const dois = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => storedDoi(`10.1000/${String(from + n).padStart(6, '0')}`))

test('every listed paper is in the range of its hash prefix', async () => {
  const index = await createRangeIndex([pageOf(dois(0, 2_500)), pageOf(dois(2_000, 3_000))], () => 0)()
  expect([index.length, index.papers]).toEqual([2, 3_000])
  const prefixes = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
  const all = prefixes.flatMap(prefix => {
    const range = index.within(prefix)
    for (const doi of range) expect(doiHash(doi).startsWith(prefix)).toBe(true)
    return range
  })
  expect(all.toSorted()).toEqual(dois(0, 3_000))
  expect(index.within('a').toSorted()).toEqual(all.filter(doi => doiHash(doi).startsWith('a')).toSorted())
})

test('ranges are built once under concurrency and hourly, while the old ones are served', async () => {
  let now = 0
  const asked: string[] = []
  const list = dois(0, 10)
  const read = createRangeIndex([pageOf(list, asked)], () => now)
  expect(await Promise.all([read(), read()])).toMatchObject([{ papers: 10 }, { papers: 10 }])
  expect(asked).toHaveLength(1)
  list.push(...dois(10, 12))
  now = 60 * 60_000 - 1
  expect(await read()).toMatchObject({ papers: 10, madeAt: 0 })
  expect(asked).toHaveLength(1)
  now += 1
  expect(await Promise.all([read(), read()])).toMatchObject([
    { papers: 10, madeAt: 0 },
    { papers: 10, madeAt: 0 },
  ])
  expect(asked).toHaveLength(2)
  await expect.poll(read).toMatchObject({ papers: 12, madeAt: now })
})

test('a failed rebuild keeps the old ranges and is retried', async () => {
  let now = 0
  let fails = true
  const read = createRangeIndex(
    [
      async after => {
        if (fails) throw new Error('away')
        return after === '' ? dois(0, 3) : []
      },
    ],
    () => now,
  )
  await expect(read()).rejects.toThrow('away')
  fails = false
  expect(await read()).toMatchObject({ papers: 3 })
  fails = true
  now = 60 * 60_000
  expect(await read()).toMatchObject({ papers: 3 })
})
