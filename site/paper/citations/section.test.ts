import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { nothingKnown, type Status } from '../known/index.ts'
import { citesModel } from './feature.ts'
import type { FlaggedReference } from './read-fallen-references.ts'

const cited = (
  fall: FlaggedReference['fall'],
  status: Partial<Status>,
  when: FlaggedReference['when'] = null,
): FlaggedReference => ({
  doi: storedDoi(`10.1000/${fall}`),
  title: `A ${fall} paper`,
  fall,
  status: { ...nothingKnown, ...status },
  when,
})
const attempts = { held: 1, notHeld: 2, mixed: 0, unclear: 0 }
const watch = { name: 'Retraction Watch', href: 'https://retractionwatch.com' }

test('the section shows each problematic paper with event, date, source and order', () => {
  expect(
    citesModel([
      cited('retracted', { kind: 'retracted', date: '2019-05-02', source: watch }, 'before'),
      cited('not-held', { kind: 'not-held', attempts, repeated: { first: 2012, last: 2015 } }),
      cited('not-held', { kind: 'not-held', attempts, repeated: { first: 2012, last: 2012 } }),
    ]),
  ).toEqual({
    heading: 'Cites 1 paper that was retracted and 2 that failed to replicate',
    more: 0,
    papers: [
      {
        doi: '10.1000/retracted',
        title: 'A retracted paper',
        href: '/10.1000/retracted',
        status: { kind: 'retracted', words: 'Retracted on 2 May 2019' },
        years: null,
        by: 'Retraction Watch',
        when: 'before this paper appeared',
      },
      {
        doi: '10.1000/not-held',
        title: 'A not-held paper',
        href: '/10.1000/not-held',
        status: { kind: 'not-held', words: 'Failed to replicate (2 of 3 studies)' },
        years: 'between 2012 and 2015',
        by: null,
        when: null,
      },
      expect.objectContaining({ years: 'in 2012' }),
    ],
  })
})

test('a long section lists the first and counts the rest, and an empty one is omitted', () => {
  const many = Array.from({ length: 130 }, () => cited('retracted', { kind: 'retracted' }))
  const { papers, more, heading } = citesModel(many)
  expect([papers.length, more, heading]).toEqual([50, 80, 'Cites 130 papers that were retracted'])
  expect(citesModel([])).toEqual({ heading: null, papers: [], more: 0 })
})
