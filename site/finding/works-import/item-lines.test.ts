import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemLines } from './line-blocks.ts'

/** The items of a text that comes in pieces of these lengths. */
const itemsOf = async (text: string, lengths: readonly number[]): Promise<unknown[]> => {
  const bytes = Buffer.from(text)
  async function* pieces() {
    let at = 0
    for (let turn = 0; at < bytes.length; turn += 1) {
      const length = lengths[turn % lengths.length] ?? 1
      yield bytes.subarray(at, at + length)
      at += length
    }
  }
  const out: Buffer[] = []
  // Nothing is buffered: the output is never longer than the input.
  for await (const chunk of itemLines(pieces())) {
    expect(chunk.length).toBeLessThanOrEqual(Math.max(...lengths) + 1)
    out.push(Buffer.from(chunk))
  }
  const lines = Buffer.concat(out).toString('utf8').split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as unknown)
}

const works = fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()))
const lengths = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 })

test('each item is emitted on its own line, whatever the formatting and chunking', async () => {
  await fc.assert(
    fc.asyncProperty(works, lengths, fc.constantFrom(undefined, 2, '\t'), async (items, cuts, indent) => {
      const given = JSON.stringify({ items, next: [{ not: 'an item' }] }, null, indent)
      expect(await itemsOf(given, cuts)).toEqual(JSON.parse(JSON.stringify(items)))
    }),
  )
})
