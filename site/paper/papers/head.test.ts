import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Doi, doiFromText, doiUrl, paths } from '../../kit/doi/index.ts'
import { dois } from '../../kit/doi/testing/index.ts'
import { type KnownFact, nothingKnown, type Status } from '../known/index.ts'
import { exampleFact } from '../known/testing/index.ts'
import { paperHead } from './head.ts'
import type { PaperPageModel } from './model.ts'

const model = (doi: Doi, given: Partial<PaperPageModel> = {}): PaperPageModel => ({
  doi,
  doiUrl: doiUrl(doi),
  path: paths.paper(doi),
  record: 'found',
  kind: 'Article',
  title: 'A title',
  authors: [
    { name: 'Ada Lovelace', orcid: '0000-0002-1825-0097' },
    { name: 'G. Hopper', orcid: null },
    { name: 'X', orcid: null },
  ],
  authorsTruncated: false,
  journal: 'A journal',
  year: 2012,
  known: { status: nothingKnown, summary: 'One correction.', from: 2012, to: 2026, facts: [] },
  details: { abstract: null, freeText: null, citedBy: null },
  versions: [],
  freshness: { told: '', silent: null },
  sections: {},
  ...given,
})
const doi = doiFromText('10.1000/x') as Doi
const two = [
  { name: 'Ada Lovelace', orcid: null },
  { name: 'G. Hopper', orcid: null },
]

describe('the head of a paper’s page', () => {
  test.each([
    [two, false, 'Ada Lovelace and G. Hopper, A journal'],
    [two, true, 'Ada Lovelace et al., A journal'],
    [two.slice(1), false, 'G. Hopper, A journal'],
    [two.slice(1), true, 'G. Hopper et al., A journal'],
    [[], false, 'A title. A journal'],
  ])('names the authors: %#', (authors, authorsTruncated, words) => {
    expect(paperHead(model(doi, { authors, authorsTruncated }), '').description).toContain(words)
  })

  test('says what the paper is and what is known', () => {
    const head = paperHead(model(doi), 'https://papers.example')
    expect(head).toMatchObject({
      title: 'A title · Corroborate',
      description: 'One correction. A title. Ada Lovelace et al., A journal, 2012.',
      canonical: 'https://papers.example/10.1000/x',
      meta: [
        { name: 'citation_doi', content: '10.1000/x' },
        { name: 'dc.identifier', content: 'doi:10.1000/x' },
        { name: 'twitter:card', content: 'summary_large_image' },
      ],
      jsonLd: [
        {
          '@type': 'ScholarlyArticle',
          '@id': 'https://doi.org/10.1000/x',
          sameAs: 'https://doi.org/10.1000/x',
          headline: 'A title',
          datePublished: '2012',
        },
      ],
    })
    expect(head.linkHeader.split(', ')).toEqual([
      '<https://doi.org/10.1000/x>; rel="cite-as"',
      '<https://papers.example/10.1000/x/cite/csl-json>; rel="describedby"; type="application/vnd.citationstyles.csl+json"',
      '<https://papers.example/10.1000/x/cite/bibtex>; rel="describedby"; type="application/x-bibtex"',
      '<https://papers.example/10.1000/x/cite/ris>; rel="describedby"; type="application/x-research-info-systems"',
      '<https://schema.org/ScholarlyArticle>; rel="type"',
      '<https://schema.org/AboutPage>; rel="type"',
      '<https://orcid.org/0000-0002-1825-0097>; rel="author"',
      '<https://papers.example/api/v1/linksets/10.1000/x>; rel="linkset"; type="application/linkset+json"',
    ])
    const shown = new Map(head.properties?.map(({ property, content }) => [property, content]))
    expect(shown.get('og:image')).toMatch(/^https:\/\/papers\.example\/share\/10\.1000\/x\.png\?v=[0-9a-f]{10}$/)
    expect([shown.get('og:image:width'), shown.get('og:image:height')]).toEqual(['1200', '630'])
    expect(shown.get('og:image:alt')).toBe('Nothing known yet. A title')
    expect(JSON.stringify(head)).not.toContain('upvote')
    expect(JSON.stringify(head)).not.toContain('noindex')
  })

  const without = { title: null, authors: [], journal: null, year: null }
  const noindex = { name: 'robots', content: 'noindex' }

  test.each(['not-found', 'unavailable'] as const)('of a page with nothing on it keeps robots away: %s', record => {
    const head = paperHead(model(doi, { ...without, record }), 'http://localhost')
    expect(head).toMatchObject({
      title: '10.1000/x · Corroborate',
      description: 'Say whether the paper with the DOI 10.1000/x is reliable, and see what others say.',
      jsonLd: [],
    })
    expect(head.meta).toContainEqual(noindex)
    expect(head.linkHeader).not.toContain('ScholarlyArticle')
  })

  test('of a paper that only its outcomes tell of is for everybody', () => {
    const fact = exampleFact({ year: null, date: null, kind: 'correction', label: 'Correction' })
    const known = { ...model(doi).known, facts: [fact] }
    const head = paperHead(model(doi, { ...without, known, record: 'not-found' }), 'http://localhost')
    expect(head.description).toBe('One correction. The paper with the DOI 10.1000/x.')
    expect(head.jsonLd).toHaveLength(1)
    expect(head.meta).not.toContainEqual(noindex)
  })

  const fact = (given: Partial<KnownFact>): KnownFact => ({
    id: 'fact-1',
    year: 2019,
    date: '2019-04-30',
    dateIsLatest: false,
    kind: 'correction',
    label: 'Correction',
    title: null,
    doi: '10.1000/notice',
    href: 'https://doi.org/10.1000/notice',
    source: { name: 'Crossref', href: null },
    quote: null,
    group: 'event',
    outcome: null,
    ...given,
  })
  const articleOf = (known: Partial<PaperPageModel['known']>) =>
    paperHead(model(doi, { known: { ...model(doi).known, ...known } }), 'https://papers.example').jsonLd[0]

  test('tells programs of every notice, and not of the gravest alone', () => {
    const facts = [
      fact({ kind: 'retraction', label: 'Retraction', date: '2021-06' }),
      fact({}),
      fact({ kind: 'held', group: 'attempt', label: 'Replication: held' }),
      fact({ date: '2018', dateIsLatest: true, doi: null }),
    ]
    const status = { ...nothingKnown, kind: 'retracted' } as const
    expect(articleOf({ status, facts })).toMatchObject({
      creativeWorkStatus: 'Retracted',
      correction: [
        { text: 'Retraction in June 2021', datePublished: '2021-06', url: 'https://doi.org/10.1000/notice' },
        { text: 'Correction on 30 April 2019', datePublished: '2019-04-30' },
        { '@type': 'CorrectionComment', text: 'Correction in 2018 or earlier' },
      ],
    })
  })

  test('gives a work no status of how attempts to repeat it ended, and links reports as reviews', () => {
    const status: Status = { ...nothingKnown, kind: 'held', attempts: { held: 1, notHeld: 0, mixed: 0, unclear: 0 } }
    const report = { group: 'report', isReport: true, kind: 'held', label: 'Reproduction: held' } as const
    const article = articleOf({ status, facts: [fact({ ...report, href: '/10.1000/x/audit/abcdef012' })] })
    expect(article).not.toHaveProperty('creativeWorkStatus')
    expect(article).not.toHaveProperty('correction')
    const id = 'https://papers.example/10.1000/x/audit/abcdef012'
    expect(article).toMatchObject({ review: [{ '@type': 'Review', '@id': id, url: id }], subjectOf: [{ '@id': id }] })
  })

  test('is a valid header for any DOI and any title', () => {
    fc.assert(
      fc.property(dois, fc.string({ unit: 'grapheme', maxLength: 400 }), (any, title) => {
        const head = paperHead(model(any, { title }), 'http://localhost:5000')
        expect(head.linkHeader).toMatch(/^[\u0020-\u007e]+$/)
        expect(head.linkHeader.match(/<[^<>]*>/g)).toHaveLength(8)
        new Headers({ link: head.linkHeader })
        expect(head.description.length).toBeLessThanOrEqual(301)
        expect(head.description.isWellFormed() || !title.isWellFormed()).toBe(true)
      }),
    )
  })
})
