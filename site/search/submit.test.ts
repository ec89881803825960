import { expect, test } from 'vitest'
import { decideSubmission } from './submit.ts'

test.each([
  ['', '', { kind: 'blocked' }],
  ['  ', ' ', { kind: 'blocked' }],
  ['growth in a time of debt', '', { kind: 'search' }],
  ['10.5 million people', '', { kind: 'search' }],
  ['10.1038/NATURE12373', '', { kind: 'open', path: '/10.1038/nature12373' }],
  ['https://doi.org/10.1038/nature12373', '', { kind: 'open', path: '/10.1038/nature12373' }],
  ['', '10.1038/nature12373 ', { kind: 'open', path: '/10.1038/nature12373' }],
  ['some words', 'doi:10.1038/nature12373', { kind: 'open', path: '/10.1038/nature12373' }],
  ['some words', 'no DOI', { kind: 'not a DOI' }],
  ['', '10.1038', { kind: 'not a DOI' }],
])('query %j and DOI %j', (query, doi, submission) => {
  expect(decideSubmission(query, doi)).toEqual(submission)
})
