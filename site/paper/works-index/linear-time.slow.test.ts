import { slowTexts } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { foldWords, joinedWords } from './fold.ts'
import { plainText } from './plain-text.ts'

test.each<[string, (text: string) => unknown]>([
  ['a title', plainText],
  ['its words', foldWords],
  ['words that may be written as one', joinedWords],
])('twice as much takes twice as long: %s', (_, read) => {
  expect(slowTexts(read, 20_000)).toEqual([])
})
