import { Readable } from 'node:stream'
import { OperatorError } from '@corroborate/server-kit/operator-error'
import { describe, expect, test } from 'vitest'
import { type Row, readCsv, readCsvOrJson, readJsonLines, readJsonMembers } from './read-rows.ts'

const read = (kind: (input: NodeJS.ReadableStream) => AsyncIterable<Row>, ...chunks: (string | Buffer)[]) =>
  Array.fromAsync(kind(Readable.from(chunks)))

test.each([
  ['lines of JSON', readJsonLines, '', '{"a":1}\n', ''],
  ['members of an array', readJsonMembers(['$.users.*']), '{"users":[0', ',{"a":1}', ']}'],
  ['rows of a table', readCsv(['a']), 'a\n', '1\n', ''],
] as const)('%s are streamed while the file is still being read', async (_, kind, begin, member, end) => {
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

test('a character split across chunks and a byte order mark are read correctly', async () => {
  const bytes = Buffer.from('\uFEFF[{"name":"Zoë"}]')
  const cut = bytes.indexOf(Buffer.from('ë')) + 1
  const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)]
  expect(await read(readCsvOrJson([]), ...pieces)).toEqual([{ at: 1, value: { name: 'Zoë' } }])
  expect(await read(readCsvOrJson([]), '\uFEFFname\n', 'Zoë\n')).toEqual([{ at: 2, value: { name: 'Zoë' } }])
  expect(await read(readJsonLines, '\uFEFF{"name":"Zoë"}\n')).toEqual([{ at: 1, value: { name: 'Zoë' } }])
})

test('an empty file contains no users', async () => {
  for (const kind of [readJsonLines, readJsonMembers(['$.users.*']), readCsv(['a']), readCsvOrJson([])]) {
    expect(await read(kind)).toEqual([])
  }
})

/** The rows up to an error, and the error. */
const readUntil = async (rows: AsyncIterable<Row>) => {
  const read: Row[] = []
  try {
    for await (const row of rows) read.push(row)
  } catch (error) {
    return { read, error }
  }
  return { read, error: null }
}

describe('JSON Lines', () => {
  test('empty lines count toward line numbers, and an invalid line is reported', async () => {
    expect(await read(readJsonLines, '{"a":1}\r\n\n  \r\nno\n"\uFEFFb"')).toEqual([
      { at: 1, value: { a: 1 } },
      { at: 4, unreadable: 'is not JSON' },
      { at: 5, value: '\uFEFFb' },
    ])
  })
})

describe('limits of imported files', () => {
  test.each([
    ['lines of JSON', readJsonLines, '', '-\n', 'the last, 2001, is not JSON. Is it the right file, and --from?'],
    ['rows of a table', readCsv(['a']), 'a\n', '1,2\n', 'the last, 2002, has 2 columns instead of 1.'],
  ] as const)('a file with more than 2,000 unreadable %s is rejected', async (_, kind, begin, line, message) => {
    const most = await readUntil(kind(Readable.from([begin + line.repeat(2_000)])))
    expect([most.read.length, most.error]).toEqual([2_000, null])
    const more = await readUntil(kind(Readable.from([begin + line.repeat(2_001)])))
    expect([more.read.length, more.error]).toEqual([2_000, expect.any(OperatorError)])
    expect(String(more.error)).toContain(`More than 2,000 entries cannot be read; ${message}`)
  })

  test('an entry of more than 1 MB is not read', async () => {
    const long = 'a'.repeat(1_000_010)
    expect(await read(readJsonLines, `"${long}"\n1\n`)).toEqual([
      { at: 1, unreadable: 'is longer than 1 MB' },
      { at: 2, value: 1 },
    ])
    const { error } = await readUntil(readCsv(['a'])(Readable.from([`a\n1\n${long}\n2\n`])))
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toContain('The file is not CSV from line 3 on: ')
  })

  test('a table with more than 1,000 columns is rejected', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `a${n}`).join(',')
    expect((await readUntil(readCsv([])(Readable.from([`${names(1_000)}\n`])))).error).toBeNull()
    const { error } = await readUntil(readCsv([])(Readable.from([`${names(1_001)}\n`])))
    expect(error).toEqual(new OperatorError('The first line names more than 1,000 columns.'))
  })

  test('JSON nested deeper than 1,000 levels is rejected', async () => {
    const users = (depth: number) =>
      readUntil(
        readJsonMembers(['$.users.*'])(Readable.from([`{"users":[1,${'['.repeat(depth)}${']'.repeat(depth)}]}`])),
      )
    expect(await users(998)).toMatchObject({ read: [{ value: 1 }, {}], error: null })
    const { read: rows, error } = await users(999)
    expect(rows).toEqual([{ at: 1, value: 1 }])
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toContain('more than 1,000 levels of nesting')
  })

  test('JSON with more than 32 MB between users is rejected', async () => {
    const blanks = Buffer.alloc(1_000_000, ' ')
    const users = (count: number) =>
      readUntil(readJsonMembers(['$.users.*'])(Readable.from(['{"users":[1,', ...Array(count).fill(blanks), '2]}'])))
    expect(await users(31)).toMatchObject({ read: [{ value: 1 }, { value: 2 }], error: null })
    const { read: rows, error } = await users(33)
    expect(rows).toEqual([{ at: 1, value: 1 }])
    expect(String(error)).toContain('Behind user 1 no user ends within 32 MB. Is it the right file?')
  })
})

describe('JSON array members', () => {
  const users = readJsonMembers(['$.users.*', '$.*.users.*'])

  test('members are counted across documents, at any depth', async () => {
    const text = '{"users":[1,2],"other":[3]}\n[{"users":[4]},{"users":[5]}]'
    expect(await read(users, text)).toEqual([1, 2, 4, 5].map((value, n) => ({ at: n + 1, value })))
  })

  test.each([
    ['{"users":[1,}', 'The file is not JSON behind user 1: '],
    ['{"users":[1,2', 'The file ends in the middle, behind user 1. Is it complete?'],
  ])('members are read up to the syntax error: %s', async (text, message) => {
    const { read, error } = await readUntil(users(Readable.from([text])))
    expect(read).toEqual([{ at: 1, value: 1 }])
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toContain(message)
  })

  test('a byte order mark is skipped only at the start of the file', async () => {
    expect(await read(users, '\uFEFF{"users":[1]}')).toEqual([{ at: 1, value: 1 }])
    const two = await readUntil(users(Readable.from(['{"users":[1]}', '\uFEFF{"users":[2]}'])))
    expect(two).toEqual({ read: [{ at: 1, value: 1 }], error: expect.any(OperatorError) })
    expect((await readUntil(users(Readable.from(['ab{"users":[1]}'])))).error).toBeInstanceOf(OperatorError)
  })
})

describe('CSV rows', () => {
  test('rows take names from the header, and a longer or shorter row is reported', async () => {
    expect(await read(readCsv(['a']), 'a,b\n1,"2,\n3"\n\n4\n5,6,7\n8,9')).toEqual([
      { at: 3, value: { a: '1', b: '2,\n3' } },
      { at: 5, unreadable: 'has 1 columns instead of 2' },
      { at: 6, unreadable: 'has 3 columns instead of 2' },
      { at: 7, value: { a: '8', b: '9' } },
    ])
  })

  test('a missing CSV column is reported', async () => {
    const { error } = await readUntil(readCsv(['a', 'c', 'd'])(Readable.from(['a,b\n1,2\n'])))
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toContain('The first line names no column c, d, only a, b.')
  })

  test('rows are read up to a misplaced quotation mark', async () => {
    const { error } = await readUntil(readCsv([])(Readable.from(['a\n1\n"2"3\n'])))
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toContain('The file is not CSV from line 3 on: ')
  })

  test('a read error ends the rows', async () => {
    const broken = (async function* () {
      yield 'a\n1\n'
      throw new Error('the disk is gone')
    })()
    const { error } = await readUntil(readCsv([])(Readable.from(broken)))
    expect(error).toEqual(new Error('the disk is gone'))
  })
})

test.each([
  ['a,b[\n1,2\n', [{ at: 2, value: { a: '1', 'b[': '2' } }]],
  [' \n[{"a":1}]', [{ at: 1, value: { a: 1 } }]],
  ['[1]', [{ at: 1, value: 1 }]],
])('CSV and JSON are distinguished by the first characters: %j', async (text, rows) => {
  expect(await read(readCsvOrJson([]), text)).toEqual(rows)
})
