import { expect, test } from 'vitest'
import { paperLinks } from './head.ts'
import type { PaperPageModel } from './model.ts'

const origin = 'https://papers.example.org'
const linksOf = ({ groups = [] as string[], orcids = [] as (string | null)[], isPaper = true } = {}) => {
  const model = {
    ...{ doi: '10.1000/x', doiUrl: 'https://doi.org/10.1000/x' },
    authors: orcids.map(orcid => ({ name: 'Ada', orcid })),
    known: { facts: groups.map(group => ({ group })) },
  }
  return paperLinks(model as unknown as PaperPageModel, origin, isPaper)
}

const docMap = {
  ...{ rel: 'describedby', href: `${origin}/api/v1/docmaps/10.1000/x`, type: 'application/ld+json' },
  profile: 'https://w3id.org/docmaps/context.jsonld',
}
const hasDocMap = (...groups: string[]) =>
  linksOf({ groups }).some(({ href }) => href.startsWith(origin) && href.includes('docmap'))

test.each([
  [[], false],
  [['notice'], false],
  [['attempt'], true],
  [['report'], true],
  [['notice', 'report'], true],
])('a paper with %j links to its DocMap: %s', (groups, has) => expect(hasDocMap(...groups)).toBe(has))

test('the DocMap link has its type and profile', () => {
  const [found] = linksOf({ groups: ['attempt'] }).filter(({ href }) => href.includes('docmap'))
  expect(found).toEqual(docMap)
})

test('only papers are typed as articles, with authors’ ORCID iDs', () => {
  const hrefs = (rel: string, given: Parameters<typeof linksOf>[0]) =>
    linksOf(given).flatMap(link => (link.rel === rel ? [link.href] : []))
  expect(hrefs('type', {})).toEqual(['https://schema.org/ScholarlyArticle', 'https://schema.org/AboutPage'])
  expect(hrefs('type', { isPaper: false })).toEqual(['https://schema.org/AboutPage'])
  expect(hrefs('author', { orcids: ['0000-0002-1825-0097', null] })).toEqual(['https://orcid.org/0000-0002-1825-0097'])
  expect(hrefs('cite-as', {})).toEqual(['https://doi.org/10.1000/x'])
})
