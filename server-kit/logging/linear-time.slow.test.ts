import { expect, test } from 'vitest'
import { slowTexts } from '../testing/index.ts'
import { scrubText } from './scrub.ts'

test('log redaction runs in linear time', () => {
  expect(slowTexts(scrubText, 16_000, ['\\"', '%40', '+1', 'token', '://'])).toEqual([])
})
