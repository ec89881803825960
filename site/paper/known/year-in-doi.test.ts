import { expect, test } from 'vitest'
import { yearInDoi } from './merge-events.ts'

test.each([
  ['10.1016/j.fct.2013.11.047', 2013],
  ['10.1038/s41586-019-1585-5', 2019],
  ['10.1155/2023/9845253', 2023],
  ['10.3389/fpsyg.2014.00123', 2014],
  ['10.1111/j.1365-2222.2005.02288.x', 2005],
  ['10.1016/s0140-6736(10)60175-4', null],
  ['10.1126/science.aac6638', null],
  ['10.1038/nature01466', null],
  ['10.1016/j.anything.1234.56.789', null],
  ['', null],
])('the year in %s is %s', (doi, year) => {
  expect(yearInDoi(doi)).toBe(year)
})
