import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { describeWork } from './Found.tsx'
import type { FoundWork } from './found-paper.ts'

const work: FoundWork = {
  doi: storedDoi('10.1257/aer.100.2.573'),
  title: 'Growth in a Time of Debt',
  authors: ['A', 'B', 'C'],
  authorsTruncated: false,
  journal: 'American Economic Review',
  year: 2010,
}

test('a work is described by title, authors, journal and year', () => {
  expect(describeWork(work)).toEqual({
    title: 'Growth in a Time of Debt',
    byline: 'A, B, C · American Economic Review · 2010',
  })
})

test('up to three authors are named, and more are summarized', () => {
  expect(describeWork({ ...work, authors: ['A', 'B', 'C', 'D'] }).byline).toMatch(/^A, B, C et al\. ·/)
})

test('authors omitted by the source are mentioned', () => {
  expect(describeWork({ ...work, authors: ['A'], authorsTruncated: true }).byline).toMatch(/^A et al\. ·/)
})

test('a work without a title is shown by its DOI, without unknown parts', () => {
  expect(describeWork({ ...work, title: null, authors: [], journal: null, year: null })).toEqual({
    title: '10.1257/aer.100.2.573',
    byline: '',
  })
})
