import { describe, expect, test } from 'vitest'
import { readLogPlace, readQueuePlace, writeLogPlace, writeQueuePlace } from './queue.ts'
import { scoreOf } from './store.ts'
import { counted, textSignals, writerSignals } from './text-signals.ts'

const ordinary = 'The data for Study 1 were posted in 2019; a copy is at OSF.'
const link = (n: number) => `https://example.org/${n} `

describe('text signals', () => {
  test.each<[string, ReturnType<typeof textSignals>]>([
    [ordinary, []],
    [`${ordinary} ${link(1)}`, [{ words: '1 link', weight: 1 }]],
    [`${ordinary} ${link(1)}${link(2)}`, [{ words: '2 links', weight: 2 }]],
    [`${ordinary} ${[1, 2, 3, 4, 5].map(link).join('')}`, [{ words: '5 links', weight: 4 }]],
    ['x'.repeat(9) + ordinary, []],
    ['x'.repeat(10) + ordinary, [{ words: 'one character many times over', weight: 1 }]],
    ['A short note, this is', []],
    ['A short note, 20 let', []],
    ['A short note, 19 le', [{ words: 'very short', weight: 1 }]],
    // Of 21 letters, more than a half.
    ['ABCDE FGHIJ Kabcd efghi j', [{ words: 'mostly in capitals', weight: 1 }]],
    ['ABCDE FGHIJ abcde fghij k', []],
    ['ABCDE FGHIJ abcde fghij kl K L', []],
    // Twenty letters say too little about it.
    ['ABCDE FGHIJ KLMNO PQRST', []],
  ])('text signals for %j: %j', (text, signals) => expect(textSignals(text)).toEqual(signals))
})

describe('author signals', () => {
  const known = { approved: 1, refused: 0, isProved: true }
  test.each<[Partial<typeof known>, ReturnType<typeof writerSignals>]>([
    [{}, []],
    [{ approved: 0 }, [{ words: 'first note from this person', weight: 1 }]],
    [{ refused: 1 }, [{ words: '1 refused before', weight: 1 }]],
    [{ refused: 4 }, [{ words: '4 refused before', weight: 3 }]],
    [{ isProved: false }, [{ words: 'no confirmed account', weight: 1 }]],
  ])('author signals for %j: %j', (facts, signals) =>
    expect(writerSignals({ ...known, ...facts }, 'note')).toEqual(signals),
  )
})

test('signal weights add up', () => {
  expect(scoreOf([])).toBe(0)
  expect(
    scoreOf([
      { words: 'a', weight: 2 },
      { words: 'b', weight: 3 },
    ]),
  ).toBe(5)
  expect([counted(1, 'link'), counted(0, 'link')]).toEqual(['1 link', '0 links'])
})

describe('queue cursor in a URL', () => {
  test('the cursor round-trips', () => {
    const inQueue = { score: 13, waiting_since: 1_764_000_000_000, id: 'a-b_0' }
    expect(readQueuePlace(writeQueuePlace(inQueue))).toEqual(inQueue)
    const inLog = { at: 1_764_000_000_000, kind: 'problem', item: 'a-b_0', version: 12 } as const
    expect(readLogPlace(writeLogPlace(inLog))).toEqual(inLog)
  })

  test.each([null, '', '3', '3.1', '3.1.', '1234567.1.a', '3.x.a', 'x3.1.a', '3.1.a b', `3.1.${'a'.repeat(65)}`])(
    'the cursor %j is invalid',
    text => expect(readQueuePlace(text)).toBeNull(),
  )

  test.each([
    null,
    '',
    '1.comment.a',
    '1.vote.a.1',
    'x1.comment.a.1',
    '1.comment.a.x',
    '1.comment.a.1.',
    '1.comment..1',
  ])('of the log is none in %j', text => expect(readLogPlace(text)).toBeNull())
})
