import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { linesOf } from '@corroborate/server-kit/bounded-reading'
import { expect, test } from 'vitest'
import { makeLine, noLine, verifyLines } from './lines.ts'

/** The first lines of a chain. */
const chain = (count: number): string[] => {
  let prev = noLine
  return Array.from({ length: count }, (_, n) => {
    const { text, hash } = makeLine(n + 1, prev, { at: '2030-01-01T00:00:00.000Z', action: `a.${n}`, details: { n } })
    prev = hash
    return text
  })
}

const check = async (lines: readonly string[]) => verifyLines(linesOf(Readable.from([lines.join('\n')]), 10_000))
const lines = chain(6)
const without = (...gone: number[]) => lines.filter((_, n) => !gone.includes(n + 1))

test('a complete chain verifies, from its middle too, and with a duplicate line', async () => {
  expect(await check(lines)).toMatchObject({ lines: 6, first: 1, last: { seq: 6 }, findings: [] })
  expect(await check(lines.slice(2))).toMatchObject({ first: 3, findings: [] })
  expect(await check([...lines.slice(0, 3), lines[2] ?? '', ...lines.slice(3), ''])).toMatchObject({ findings: [] })
})

test('an empty file is reported, and duplicate lines are counted twice', async () => {
  expect(await check([])).toEqual({ lines: 0, first: null, last: null, findings: [] })
  expect(await check(['hello'])).toMatchObject({ lines: 0, first: null, last: null })
  const [line = ''] = lines
  expect(await check([line, `${line}\r`, `${line}  `])).toMatchObject({
    lines: 3,
    first: 1,
    last: { seq: 1 },
    findings: [],
  })
})

test('a line ends with the hash of the preceding content', () => {
  const { text, hash } = makeLine(1, noLine, { action: 'a' })
  expect(text).toBe(`{"seq":1,"prev":"${noLine}","action":"a","hash":"${hash}"}`)
  expect(hash).toBe(createHash('sha256').update(`{"seq":1,"prev":"${noLine}","action":"a"}`).digest('hex'))
  expect(noLine).toMatch(/^0{64}$/)
})

test('a syslog prefix before each line is tolerated', async () => {
  expect((await check(lines.map(line => `Nov 25 10:00:00 host corroborate-identity: ${line}`))).findings).toEqual([])
})

test.each([
  ['one is missing', without(3), [{ line: 3, problem: 'comes after a gap: entry 3 is missing' }]],
  ['several are missing', without(3, 4), [{ line: 3, problem: 'comes after a gap: entries 3 to 4 are missing' }]],
  [
    'one was changed',
    lines.map((line, n) => (n === 2 ? line.replace('a.2', 'b.2') : line)),
    [
      { line: 3, problem: 'was changed' },
      { line: 4, problem: 'comes after a gap: entry 3 is missing' },
    ],
  ],
  ['one was cut', lines.map((line, n) => (n === 5 ? line.slice(0, 40) : line)), [{ line: 6, problem: 'was changed' }]],
  [
    'one was replaced by one with a hash of its own',
    lines.map((line, n) => (n === 2 ? makeLine(3, noLine, { action: 'b' }).text : line)),
    [
      { line: 3, problem: 'does not follow entry 2 as it is here' },
      { line: 4, problem: 'does not follow entry 3 as it is here' },
    ],
  ],
  [
    'two changed places',
    [lines[0] ?? '', lines[2] ?? '', lines[1] ?? ''],
    [
      { line: 2, problem: 'comes after a gap: entry 2 is missing' },
      { line: 3, problem: 'is entry 2, which does not come after 3' },
    ],
  ],
  ['something else is among them', ['hello', ...lines], [{ line: 1, problem: 'is no line of the audit log' }]],
  [
    'something else stands before an empty line',
    ['', '  ', 'hello', ...lines],
    [{ line: 3, problem: 'is no line of the audit log' }],
  ],
  [
    'one is there as it was and as another',
    [lines[0] ?? '', makeLine(1, noLine, { action: 'b' }).text],
    [{ line: 2, problem: 'is another entry 1 than the one before' }],
  ],
  ['another number stands before one', [`{"seq":0} ${lines[0]}`], [{ line: 1, problem: 'was changed' }]],
  ['something was written behind one', [`${lines[0]} x`], [{ line: 1, problem: 'was changed' }]],
  [
    'one says its number in another place',
    [`{"a":1,${makeLine(1, noLine, {}).text.slice(1)}`],
    [{ line: 1, problem: 'is no line of the audit log' }],
  ],
])('verification reports the line where %s', async (_, given, findings) => {
  expect((await check(given)).findings).toEqual(findings)
})
