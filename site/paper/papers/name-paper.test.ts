import type { HttpContext } from '@corroborate/server-kit/http'
import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { FactsAnswer, PaperFacts } from './facts-store.ts'
import { createNamePaper } from './read-papers.ts'
import { work } from './testing/index.ts'

const doi = storedDoi('10.1000/x')
const c = { get: () => '192.0.2.1' } as unknown as HttpContext
const named = (answer: FactsAnswer) => createNamePaper({ find: async () => answer })(c, doi)
const found = (facts: Partial<PaperFacts>) => named({ kind: 'found', facts: work('10.1000/x', facts) })
const [ada, grace] = ['Ada Lovelace', 'Grace Hopper'].map(name => ({ name, orcid: null })) as [
  PaperFacts['authors'][0],
  PaperFacts['authors'][0],
]

test.each<[string, Partial<PaperFacts>]>([
  ['Ada Lovelace et al. · 1843', { authors: [ada, grace], year: 1843 }],
  ['Ada Lovelace · 1843', { authors: [ada], year: 1843 }],
  ['Ada Lovelace', { authors: [ada], year: null }],
  ['1843', { authors: [], year: 1843 }],
  ['', { authors: [], year: null }],
])('a paper is described as "%s"', async (byline, facts) => {
  expect(await found({ ...facts, title: 'Notes' })).toEqual({ doi, title: 'Notes', byline, href: '/10.1000/x' })
})

test.each<FactsAnswer>([{ kind: 'not-found' }, { kind: 'unavailable' }])(
  'a paper that no source has is named by its DOI alone: %o',
  async answer => {
    expect(await named(answer)).toEqual({ doi, title: null, byline: '', href: '/10.1000/x' })
  },
)

test('the lookup counts for the client’s IP address', async () => {
  const asked: unknown[] = []
  const find = async (...of: unknown[]): Promise<FactsAnswer> => {
    asked.push(of)
    return { kind: 'not-found' }
  }
  await createNamePaper({ find })(c, doi)
  expect(asked).toEqual([[doi, '192.0.2.1']])
})
