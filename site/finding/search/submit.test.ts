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
  ['some words', 'no DOI', { kind: 'search' }],
  ['10.1038/nature12373', 'no DOI', { kind: 'open', path: '/10.1038/nature12373' }],
  ['', 'https://example.org/paper', { kind: 'open', path: '/search?q=https%3A%2F%2Fexample.org%2Fpaper' }],
  ['', 'nature.com/articles/nature12373', { kind: 'open', path: '/search?q=nature.com%2Farticles%2Fnature12373' }],
  ['', 'PMID: 23903748', { kind: 'open', path: '/search?q=PMID%3A+23903748' }],
  ['', '1706.03762', { kind: 'open', path: '/search?q=1706.03762' }],
  ['', '978-0-306-40615-7', { kind: 'open', path: '/search?q=978-0-306-40615-7' }],
  ['', '10.1038', { kind: 'not a DOI' }],
])('query %j and DOI %j', (query, doi, submission) => {
  expect(decideSubmission(query, doi)).toEqual(submission)
})
