import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { PaperFacts } from './facts-store.ts'
import { detailsToShow } from './versions-to-show.ts'

const facts = (doi: string, more: Partial<PaperFacts> = {}): PaperFacts => ({
  doi: storedDoi(doi),
  title: 'A title',
  authors: [],
  authorsTruncated: false,
  journal: null,
  year: null,
  type: 'preprint',
  retracted: null,
  details: null,
  source: 'import',
  fetchedAt: null,
  ...more,
})

test('every arXiv paper links to arXiv, including old identifiers', () => {
  const hrefOf = (doi: string) => detailsToShow(facts(doi)).freeText?.href
  expect(hrefOf('10.48550/arxiv.2101.00001')).toBe('https://arxiv.org/abs/2101.00001')
  expect(hrefOf('10.48550/arxiv.hep-th/9403189')).toBe('https://arxiv.org/abs/hep-th/9403189')
  expect(hrefOf('10.1000/x')).toBeUndefined()
})

test('a citation count is dated by its source’s response, and undated if imported', () => {
  const details = { abstract: null, freeText: null, citedBy: 7 }
  const day = Date.UTC(2026, 10, 20, 23)
  expect(detailsToShow(facts('10.1000/x', { details, source: 'crossref', fetchedAt: day })).citedBy).toEqual({
    count: 7,
    from: 'Crossref',
    at: '2026-11-20',
  })
  expect(detailsToShow(facts('10.1000/x', { details })).citedBy).toMatchObject({ count: 7, at: null })
  expect(detailsToShow(null)).toEqual({ abstract: null, freeText: null, citedBy: null })
})
