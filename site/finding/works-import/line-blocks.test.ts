import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Problem } from '../../paper/event-files/index.ts'
import { lineBlocks } from './line-blocks.ts'
import { parseBlock } from './parse-block.ts'

async function* inPieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

const lines = async (content: Buffer, size: number, limit?: number) => {
  const problems: Problem[] = []
  const found: [line: number, text: string][] = []
  for await (const { bytes, firstLine } of lineBlocks(
    inPieces(content, size),
    problem => problems.push(problem),
    limit,
  )) {
    const block = Buffer.from(bytes).toString().replace(/\n$/, '').split('\n')
    for (const [i, text] of block.entries()) found.push([firstLine + i, text])
  }
  return { found, problems }
}

test('line numbers are correct however the bytes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'é', ' '), maxLength: 20 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 50 }),
      async (texts, size) => {
        const { found } = await lines(Buffer.from(`${texts.join('\n')}\n`), size)
        expect(found).toEqual(texts.map((text, i) => [i + 1, text]))
      },
    ),
    { numRuns: 50 },
  )
})

test('an overlong line is skipped without affecting its neighbors', async () => {
  for (const size of [1, 7, 64]) {
    const { found, problems } = await lines(Buffer.from(`one\n${'x'.repeat(500)}\nthree\nfour`), size, 100)
    expect(problems).toEqual([{ line: 2, kind: 'rejected', reason: 'longer than 100 bytes' }])
    expect(found.filter(([, text]) => text !== '')).toEqual([
      [1, 'one'],
      [3, 'three'],
      [4, 'four'],
    ])
  }
})

test('a byte order mark is stripped, and the last line needs no line break', async () => {
  const { found } = await lines(Buffer.from('\ufeff{}\n{}'), 1_000)
  expect(found).toEqual([
    [1, '{}'],
    [2, '{}'],
  ])
})

test('a line that is not UTF-8 is rejected on its own', () => {
  const bytes = Buffer.concat([
    Buffer.from('{"doi":"10.1000/a","title":"é"}\n'),
    Buffer.from([0x22, 0xff, 0x0a]),
    Buffer.from('{"doi":"10.1000/b"}\n'),
  ])
  const { works, problems } = parseBlock({ bytes, firstLine: 10 }, 'import')
  expect(works.map(work => [work.doi, work.title])).toEqual([
    ['10.1000/a', 'é'],
    ['10.1000/b', null],
  ])
  expect(problems).toEqual([{ line: 11, kind: 'rejected', reason: 'not valid UTF-8' }])
})
