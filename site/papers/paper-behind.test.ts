import { expect, test } from 'vitest'
import { storedDoi } from '../doi/index.ts'
import type { PaperFacts } from './facts.ts'
import { paperBehind } from './paper-behind.ts'

const title = 'A study of rats in small rooms'
const paper = (doi: string, facts: Partial<PaperFacts> = {}): PaperFacts => ({
  doi: storedDoi(doi),
  title,
  authors: [],
  authorsTruncated: false,
  journal: 'Journal of Rats',
  year: 2001,
  type: 'article',
  retracted: null,
  details: null,
  source: 'import',
  fetchedAt: null,
  ...facts,
})
const notice = paper('10.1000/notice', { title: `Retraction: ${title}`, year: 2004 })
const among =
  (...papers: PaperFacts[]) =>
  (asked: string) =>
    papers.filter(one => one.title?.toLowerCase() === asked.toLowerCase())

test.each([
  ['the only one with the title', [paper('10.1000/a')], '10.1000/a'],
  ['under its own heading', [paper('10.1000/a', { title: `RETRACTED: ${title}` })], '10.1000/a'],
  ['of the same journal, without a year', [paper('10.1000/a', { year: null })], '10.1000/a'],
  ['of a year before, without a journal', [paper('10.1000/a', { journal: null })], '10.1000/a'],
  ['one of two', [paper('10.1000/a'), paper('10.1000/b')], null],
  ['another journal’s', [paper('10.1000/a', { journal: 'Journal of Mice' })], null],
  ['younger than the notice', [paper('10.1000/a', { year: 2005 })], null],
  ['without anything to compare', [paper('10.1000/a', { year: null, journal: null })], null],
  ['the notice itself', [notice, { ...notice, title }], null],
  ['none', [], null],
])('a paper %s', (_, papers, found) => {
  expect(paperBehind(notice, title, among(...papers))).toBe(found)
})

test('a title of a few words may be any paper’s', () => {
  expect(paperBehind(notice, 'Study of rats', among(paper('10.1000/a', { title: 'Study of rats' })))).toBeNull()
})
