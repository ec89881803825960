import { slowTexts } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { cleanQuery, normaliseQuery } from './find-works.ts'

test('search query parsing runs in linear time', () => {
  expect(slowTexts(text => normaliseQuery(cleanQuery(text)), 40_000)).toEqual([])
})
