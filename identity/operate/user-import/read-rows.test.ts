import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type Row, readCsv, readCsvOrJson, readJsonLines, readJsonMembers } from './read-rows.ts'

const read = (kind: (input: NodeJS.ReadableStream) => AsyncIterable<Row>, ...chunks: (string | Buffer)[]) =>
  Array.fromAsync(kind(Readable.from(chunks)))

test.each([
  ['lines of JSON', readJsonLines, '', '{"a":1}\n', ''],
  ['members of an array', readJsonMembers(['$.users.*']), '{"users":[0', ',{"a":1}', ']}'],
  ['rows of a table', readCsv(['a']), 'a\n', '1\n', ''],
] as const)('%s are handed on while the file is still being read', async (_, kind, begin, member, end) => {
  const pieces = 500
  let left = pieces
  const chunks = (async function* () {
    yield begin
    while (left-- > 0) yield member.repeat(100)
    yield end
  })()
  let read = 0
  let leftAtFirst = 0
  for await (const { at } of kind(Readable.from(chunks))) {
    if (read++ === 0) leftAtFirst = left
    expect(at).toBeGreaterThanOrEqual(read)
  }
  expect(leftAtFirst).toBeGreaterThan(0)
  expect(read).toBeGreaterThanOrEqual(pieces * 100)
})

test('a letter that lies in two pieces of a file, and a mark at its beginning, are read', async () => {
  const bytes = Buffer.from('\uFEFF[{"name":"Zoë"}]')
  const cut = bytes.indexOf(Buffer.from('ë')) + 1
  const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)]
  expect(await read(readCsvOrJson([]), ...pieces)).toEqual([{ at: 1, value: { name: 'Zoë' } }])
  expect(await read(readCsvOrJson([]), '\uFEFFname\n', 'Zoë\n')).toEqual([{ at: 2, value: { name: 'Zoë' } }])
  expect(await read(readJsonLines, '\uFEFF{"name":"Zoë"}\n')).toEqual([{ at: 1, value: { name: 'Zoë' } }])
})

test('an empty file holds nobody', async () => {
  for (const kind of [readJsonLines, readJsonMembers(['$.users.*']), readCsv(['a']), readCsvOrJson([])]) {
    expect(await read(kind)).toEqual([])
  }
})
