import { expect, test } from 'vitest'
import { decideSubmission } from './PaperFinder.tsx'

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
  ['', ' https://example.org/paper ', { kind: 'open', path: '/search?q=https%3A%2F%2Fexample.org%2Fpaper' }],
  ['', 'http://example.org/paper', { kind: 'open', path: '/search?q=http%3A%2F%2Fexample.org%2Fpaper' }],
  ['', 'www.example', { kind: 'open', path: '/search?q=www.example' }],
  ['', 'papers.example.co.uk/tea', { kind: 'open', path: '/search?q=papers.example.co.uk%2Ftea' }],
  ['', '1706.0376', { kind: 'open', path: '/search?q=1706.0376' }],
  ['', '0-306-40615-X', { kind: 'open', path: '/search?q=0-306-40615-X' }],
  ['see pmid 7', '', { kind: 'search' }],
  ['1706.3 metres', '', { kind: 'search' }],
  ['2000-2010 in numbers', '', { kind: 'search' }],
  ['tea/coffee', '', { kind: 'search' }],
  ['', 'see pmid 7', { kind: 'not a DOI' }],
  ['', '10.1038', { kind: 'not a DOI' }],
])('submit with query %j and DOI %j', (query, doi, submission) => {
  expect(decideSubmission(query, doi)).toEqual(submission)
})
