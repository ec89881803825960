import { slowTexts, timesAsLong } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { readableTitle } from './readable-title.ts'

test('title cleaning runs in linear time', () => {
  expect(slowTexts(text => readableTitle(`\\ ${text}`), 8_192)).toEqual([])
})

test.each(['$', '{', '\\frac', '\\frac{', '$a', '^{', "\\'{", '$_$^', '\\(', '$a_', '$\\(a', '$_'])(
  'long runs of %s are cleaned without quadratic time',
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
