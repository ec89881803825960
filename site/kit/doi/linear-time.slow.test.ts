import { slowTexts } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { doiFromText, findDois, matchDoiPath, parseDoi } from './index.ts'

test.each<[string, (text: string) => unknown, number]>([
  ['a DOI that was typed', parseDoi, 4_096],
  ['a DOI in decoded text', doiFromText, 4_096],
  ['a path', text => matchDoiPath(`/${text}`), 8_000],
  ['an encoded path', text => matchDoiPath(`/${text.replaceAll('\\', '%5C')}`), 2_600],
  ['the DOIs in a text', findDois, 40_000],
])('parsing runs in linear time: %s', (_, read, most) => {
  expect(slowTexts(read, most)).toEqual([])
})
