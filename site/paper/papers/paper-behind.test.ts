import { expect, test } from 'vitest'
import { identifiesOnePaper, paperBehind } from './local-index.ts'
import { among, title, work } from './testing/index.ts'

const notice = work('10.1000/notice', { title: `Retraction: ${title}`, year: 2004 })

test.each([
  ['the only one with the title', [work('10.1000/a')], '10.1000/a'],
  ['under its own heading', [work('10.1000/a', { title: `RETRACTED: ${title}` })], '10.1000/a'],
  ['of the same journal, without a year', [work('10.1000/a', { year: null })], '10.1000/a'],
  ['of a year before, without a journal', [work('10.1000/a', { journal: null })], '10.1000/a'],
  ['one of two', [work('10.1000/a'), work('10.1000/b')], null],
  ['another journal’s', [work('10.1000/a', { journal: 'Journal of Mice' })], null],
  ['younger than the notice', [work('10.1000/a', { year: 2005 })], null],
  ['without anything to compare', [work('10.1000/a', { year: null, journal: null })], null],
  ['the notice itself', [notice, { ...notice, title }], null],
  ['of the year of the notice', [work('10.1000/a', { journal: null, year: 2004 })], '10.1000/a'],
  ['of another journal in the right year', [work('10.1000/a', { journal: 'Journal of Mice', year: 2001 })], null],
  ['none', [], null],
])('notice target: a paper %s', (_, papers, found) => {
  expect(paperBehind(notice, title, among(...papers))).toBe(found)
})

test('a title of few words could be any paper’s', () => {
  expect(paperBehind(notice, 'Study of rats', among(work('10.1000/a', { title: 'Study of rats' })))).toBeNull()
})

test('a paper that only starts with the title is not a match', () => {
  const longer = work('10.1000/a', { title: `${title} and halls` })
  expect(paperBehind(notice, title, () => [longer])).toBeNull()
})

test('a notice without journal and year may be about any paper', () => {
  const bare = { ...notice, journal: null, year: null }
  expect(paperBehind(bare, title, among(work('10.1000/a')))).toBeNull()
})

test.each([
  ['Study of rats in rooms', true],
  ['Study of rats, again', false],
])('the title "%s" is distinctive: %s', (text, tells) => {
  expect(identifiesOnePaper(text)).toBe(tells)
})
