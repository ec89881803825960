import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldWords, joinedWords } from './fold.ts'

describe('words of a text', () => {
  test.each([
    ['Poincaré–Bendixson Theory', ['poincare', 'bendixson', 'theory']],
    ['Łukasiewicz, Ørsted & Weiß', ['lukasiewicz', 'orsted', 'weiss']],
    ['L\\\'{e}vy flights and Schr\\"odinger maps', ['levy', 'flights', 'and', 'schrodinger', 'maps']],
    ['Don’t panic: a 3-D view', ['don', 't', 'panic', 'a', '3', 'd', 'view']],
    ['$e^+e^-$ in H₂O', ['e', 'e', 'in', 'h2o']],
    ['深層学習 now', ['深', '層', '学', '習', 'now']],
    ['Война и мир', ['воина', 'и', 'мир']],
    ['ﬁnite ﬀ', ['finite', 'ff']],
    ['', []],
    ['— … !?', []],
    ['⺀〆 〒', ['〆']],
  ])('words are folded: %s', (text, words) => {
    expect(foldWords(text)).toEqual(words)
  })

  test('words are equal for any accent encoding', () => {
    expect(foldWords('é'.normalize('NFD'))).toEqual(foldWords('é'.normalize('NFC')))
  })

  test('folding is idempotent and leaves no query syntax', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyLetter, maxLength: 60 }), text => {
        const words = foldWords(text)
        expect(words.flatMap(foldWords)).toEqual(words)
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
      }),
      { numRuns: 50 },
    )
  })

  test('words are cut at 40 characters', () => {
    expect(foldWords('x'.repeat(10_000))).toEqual(['x'.repeat(40)])
  })
})

test('words often written together are also indexed joined', () => {
  expect(joinedWords("Don't use a non-linear X-ray model of Getty's")).toEqual(['dont', 'nonlinear', 'xray', 'gettys'])
})
