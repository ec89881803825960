import { slowTexts, timesAsLong } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { readableTitle } from './index.ts'

test('twice as much takes twice as long: a title with TeX', () => {
  expect(slowTexts(text => readableTitle(`\\ ${text}`), 8_192)).toEqual([])
})

test.each(['$', '{', '\\frac', '\\frac{', '$a', '^{', "\\'{", '$_$^', '\\(', '$a_', '$\\(a', '$_'])(
  'nor does a long row of %s take the square of its length',
  part => {
    const row = (times: number): string => `${part.repeat(times)}\\`
    const [long, short] = [row(16_000), row(2_000)]
    // Eight times as much: eight times as long, or sixty-four. A busy machine blurs it.
    const times = timesAsLong(
      () => readableTitle(long),
      () => readableTitle(short),
      30,
    )
    expect(times).toBeLessThan(30)
  },
)
