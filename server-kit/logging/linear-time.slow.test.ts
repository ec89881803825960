import { expect, test } from 'vitest'
import { slowTexts } from '../testing/index.ts'
import { scrubText } from './scrub.ts'

test('twice as much takes twice as long: a text for the log', () => {
  expect(slowTexts(scrubText, 16_000, ['\\"', '%40', '+1', 'token', '://'])).toEqual([])
})
