import { slowTexts } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { foldWords, joinedWords } from './fold.ts'
import { plainText } from './plain-text.ts'

test.each<[string, (text: string) => unknown]>([
  ['a title', plainText],
  ['its words', foldWords],
  ['words that may be written as one', joinedWords],
])('%s is processed in linear time', (_, read) => {
  expect(slowTexts(read, 20_000)).toEqual([])
})
