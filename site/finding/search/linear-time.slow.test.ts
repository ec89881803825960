import { slowTexts } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { cleanQuery, normaliseQuery } from './query.ts'

test('twice as much takes twice as long: a search', () => {
  expect(slowTexts(text => normaliseQuery(cleanQuery(text)), 40_000)).toEqual([])
})
