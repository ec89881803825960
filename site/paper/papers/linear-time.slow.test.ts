import { slowTexts } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { nothingKnown } from '../known/index.ts'
import { cite } from './cite-call.ts'

test('citations are built in linear time', () => {
  expect(slowTexts(text => cite(storedDoi(text), null, nothingKnown, 'bibtex'), 4_096)).toEqual([])
})
