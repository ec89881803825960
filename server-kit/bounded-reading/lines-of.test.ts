import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf } from './index.ts'

const read = (chunks: readonly (string | Buffer)[], longest = 100) =>
  Array.fromAsync(linesOf(Readable.from(chunks), longest))

test('lines are counted from 1, without their ends, and empty ones are left out', async () => {
  expect(await read(['a\r\n\n\r\nb\u2028c\nd'])).toEqual([
    { at: 1, text: 'a' },
    { at: 4, text: 'b\u2028c' },
    { at: 5, text: 'd' },
  ])
})

test('a line that is too long is left out, those around it are read', async () => {
  expect(await read(['a\nbbb', 'bbb\ncc\nddddd'], 4)).toEqual([
    { at: 1, text: 'a' },
    { at: 2, text: null },
    { at: 3, text: 'cc' },
    { at: 4, text: null },
  ])
})

test('a line of exactly the limit is read, however it is cut', async () => {
  expect(await read(['aaaa\n', 'b', 'bb', 'b\nc', 'cccc\n', 'dddd'], 4)).toEqual([
    { at: 1, text: 'aaaa' },
    { at: 2, text: 'bbbb' },
    { at: 3, text: null },
    { at: 4, text: 'dddd' },
  ])
})

test('lines are the same wherever chunks end', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' '), maxLength: 8 })),
      fc.integer({ min: 1, max: 7 }),
      async (lines, step) => {
        const bytes = Buffer.from(lines.join('\n'))
        const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, n) =>
          bytes.subarray(n * step, (n + 1) * step),
        )
        const read = await Array.fromAsync(linesOf(Readable.from(chunks), 1_000))
        expect(read).toEqual(lines.flatMap((text, n) => (text === '' ? [] : [{ at: n + 1, text }])))
      },
    ),
  ))
