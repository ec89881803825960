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

describe('head of a paper page', () => {
  test.each([
    [two, false, 'Ada Lovelace and G. Hopper, A journal'],
    [two, true, 'Ada Lovelace et al., A journal'],
    [two.slice(1), false, 'G. Hopper, A journal'],
    [two.slice(1), true, 'G. Hopper et al., A journal'],
    [[], false, 'A title. A journal'],
  ])('the head names the authors: %#', (authors, authorsTruncated, words) => {
    expect(paperHead(model(doi, { authors, authorsTruncated }), '').description).toContain(words)
  })

  test('the head states paper and status', () => {
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
    expect(shown.get('og:image:alt')).toBe('No retractions, corrections or replications found. A title')
    expect(JSON.stringify(head)).not.toContain('upvote')
    expect(JSON.stringify(head)).not.toContain('noindex')
  })

  const without = { title: null, authors: [], journal: null, year: null }
  const noindex = { name: 'robots', content: 'noindex' }

  test.each(['not-found', 'unavailable'] as const)('a page without content is noindex: %s', record => {
    const head = paperHead(model(doi, { ...without, record }), 'http://localhost')
    expect(head).toMatchObject({
      title: '10.1000/x · Corroborate',
      description: 'Retractions, corrections, replications and reader votes for the paper with the DOI 10.1000/x.',
      jsonLd: [],
    })
    expect(head.meta).toContainEqual(noindex)
    expect(head.linkHeader).not.toContain('ScholarlyArticle')
  })

  test('a paper known only by replications is indexable', () => {
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

  test('structured data lists every notice, not just the most severe', () => {
    const facts = [
      fact({ kind: 'retraction', label: 'Retraction', date: '2021-06' }),
      fact({}),
      fact({ kind: 'held', group: 'attempt', label: 'Replicated' }),
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

  test('structured data gives works no replication status and links reports as reviews', () => {
    const status: Status = { ...nothingKnown, kind: 'held', attempts: { held: 1, notHeld: 0, mixed: 0, unclear: 0 } }
    const report = { group: 'report', isReport: true, kind: 'held', label: 'Reproduced' } as const
    const article = articleOf({ status, facts: [fact({ ...report, href: '/10.1000/x/audit/abcdef012' })] })
    expect(article).not.toHaveProperty('creativeWorkStatus')
    expect(article).not.toHaveProperty('correction')
    const id = 'https://papers.example/10.1000/x/audit/abcdef012'
    expect(article).toMatchObject({ review: [{ '@type': 'Review', '@id': id, url: id }], subjectOf: [{ '@id': id }] })
  })

  test('structured data omits missing status, notices and reports', () => {
    expect(paperHead(model(doi, without), 'https://papers.example').jsonLd).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'ScholarlyArticle',
        '@id': 'https://doi.org/10.1000/x',
        sameAs: 'https://doi.org/10.1000/x',
        url: 'https://doi.org/10.1000/x',
        identifier: { '@type': 'PropertyValue', propertyID: 'DOI', value: '10.1000/x' },
      },
    ])
  })

  test('structured data has authors with identifiers, journal and year', () => {
    expect(paperHead(model(doi), 'https://papers.example').jsonLd[0]).toMatchObject({
      name: 'A title',
      identifier: { '@type': 'PropertyValue', propertyID: 'DOI', value: '10.1000/x' },
      author: [
        { '@type': 'Person', name: 'Ada Lovelace', sameAs: 'https://orcid.org/0000-0002-1825-0097' },
        { '@type': 'Person', name: 'G. Hopper' },
        { '@type': 'Person', name: 'X' },
      ],
      datePublished: '2012',
      isPartOf: { '@type': 'Periodical', name: 'A journal' },
    })
    expect(JSON.stringify(paperHead(model(doi), 'https://papers.example').jsonLd)).not.toContain('orcid.org/null')
  })

  test('structured data lists fifty authors, and the header ten', () => {
    const authors = Array.from({ length: 60 }, (_, n) => ({ name: `Author ${n}`, orcid: `0000-0000-0000-00${10 + n}` }))
    const { jsonLd, linkHeader } = paperHead(model(doi, { authors }), 'https://papers.example')
    const named = (jsonLd[0] as { author: { name: string }[] }).author.map(({ name }) => name)
    expect(named).toEqual(authors.slice(0, 50).map(({ name }) => name))
    expect(linkHeader.match(/orcid\.org\/[\d-]+/g)).toEqual(
      authors.slice(0, 10).map(({ orcid }) => `orcid.org/${orcid}`),
    )
    expect(linkHeader).toContain('rel="cite-as"')
    expect(linkHeader).toContain('rel="linkset"')
  })

  test('the head has social preview metadata', () => {
    const { properties } = paperHead(model(doi), 'https://papers.example')
    expect(properties).toEqual([
      { property: 'og:type', content: 'article' },
      { property: 'og:site_name', content: 'Corroborate' },
      { property: 'og:title', content: 'A title' },
      { property: 'og:description', content: 'One correction. A title. Ada Lovelace et al., A journal, 2012.' },
      { property: 'og:url', content: 'https://papers.example/10.1000/x' },
      { property: 'og:image', content: expect.any(String) },
      { property: 'og:image:type', content: 'image/png' },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: 'No retractions, corrections or replications found. A title' },
    ])
  })

  test('a page without content has no preview image', () => {
    const { meta, properties } = paperHead(model(doi, { ...without, record: 'not-found' }), 'https://papers.example')
    expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary' })
    expect(properties?.map(({ property }) => property)).toEqual([
      'og:type',
      'og:site_name',
      'og:title',
      'og:description',
      'og:url',
    ])
  })

  test('the head links citations and feed', () => {
    expect(paperHead(model(doi), 'https://papers.example').links).toEqual([
      {
        rel: 'describedby',
        href: 'https://papers.example/10.1000/x/cite/csl-json',
        type: 'application/vnd.citationstyles.csl+json',
        title: 'Citation as CSL-JSON',
      },
      {
        rel: 'describedby',
        href: 'https://papers.example/10.1000/x/cite/bibtex',
        type: 'application/x-bibtex',
        title: 'Citation as BibTeX',
      },
      {
        rel: 'describedby',
        href: 'https://papers.example/10.1000/x/cite/ris',
        type: 'application/x-research-info-systems',
        title: 'Citation as RIS',
      },
      {
        rel: 'alternate',
        href: 'https://papers.example/feed/10.1000/x.atom',
        type: 'application/atom+xml',
        title: 'Updates to this paper',
      },
    ])
  })

  test('the title starts with the status once, and the description adds its date', () => {
    const status: Status = { ...nothingKnown, kind: 'retracted', date: '2020-06' }
    const known = { ...model(doi).known, status, summary: 'One retraction.' }
    const head = paperHead(model(doi, { known, title: 'RETRACTED: A title' }), 'https://papers.example')
    expect(head.title).toBe('Retracted: A title · Corroborate')
    expect(head.properties).toContainEqual({ property: 'og:title', content: 'Retracted: A title' })
    expect(head.description).toMatch(/^Retracted in June 2020\. One retraction\. /)
  })

  test('the description mentions community reports', () => {
    const reports = { held: 1, notHeld: 0, mixed: 0, unclear: 0, uncounted: 0 }
    const attempts = { held: 0, notHeld: 2, mixed: 0, unclear: 0 }
    const status: Status = { ...nothingKnown, kind: 'not-held', attempts, reports }
    const known = { ...model(doi).known, status, summary: 'Two attempts.' }
    expect(paperHead(model(doi, { ...without, title: 'A title', known }), '').description).toBe(
      'Failed to replicate (2 of 2 studies). Two attempts. 1 community report: 1 reproduced. A title.',
    )
  })

  test.each([
    ['A title', 'A title.'],
    ['Does it hold?', 'Does it hold?'],
    ['It holds!', 'It holds!'],
    ['It holds.', 'It holds.'],
    ['Does it hold? A study', 'Does it hold? A study.'],
  ])('the title %s is ended as a sentence', (title, words) => {
    expect(paperHead(model(doi, { ...without, title }), '').description).toBe(`One correction. ${words}`)
  })

  test.each([
    ['of the greatest length as it is', 'a'.repeat(150), 'a'.repeat(150)],
    ['between words', `${'a'.repeat(100)} ${'b'.repeat(49)} c`, `${'a'.repeat(100)}…`],
    ['after a word that just fits', `${'a'.repeat(149)} b`, `${'a'.repeat(149)}…`],
    ['without the spaces before the cut', `${'a'.repeat(100)}  ${'b'.repeat(100)}`, `${'a'.repeat(100)}…`],
    [
      'within a word where half would go',
      `${'a'.repeat(75)} ${'b'.repeat(100)}`,
      `${'a'.repeat(75)} ${'b'.repeat(73)}…`,
    ],
    ['within the one word that it is', 'a'.repeat(151), `${'a'.repeat(149)}…`],
  ])('a long title is shown %s', (_, title, shown) => {
    expect(paperHead(model(doi, { title }), '').title).toBe(`${shown} · Corroborate`)
  })

  test('structured data lists twenty community reports as reviews, and nothing else', () => {
    const report = (n: number, given: Partial<KnownFact> = {}) =>
      fact({ group: 'report', isReport: true, href: `/10.1000/x/audit/${n}`, label: `Report ${n}`, ...given })
    const { isReport, ...unmarked } = report(3)
    const other = [report(1, { href: null }), report(2, { count: 3 }), unmarked]
    expect(articleOf({ facts: other })).not.toHaveProperty('review')
    expect(articleOf({ facts: other })).not.toHaveProperty('subjectOf')
    const facts = [...other, ...Array.from({ length: 25 }, (_, n) => report(10 + n))]
    const article = articleOf({ facts }) as { review: { name: string }[]; subjectOf: object[] }
    expect(article.review.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, n) => `Report ${10 + n}`))
    expect(article.subjectOf).toHaveLength(20)
  })

  test.each(['held', 'not-held', 'mixed'] as const)(
    'a work whose replications are %s has no status in structured data',
    kind => {
      const status: Status = { ...nothingKnown, kind, attempts: { held: 1, notHeld: 1, mixed: 1, unclear: 0 } }
      expect(articleOf({ status })).not.toHaveProperty('creativeWorkStatus')
    },
  )

  test('structured data has a notice’s date if exact, and its URL if it has a DOI', () => {
    const notice = { '@type': 'CorrectionComment', text: 'Correction in 2018' }
    const url = 'https://doi.org/10.1000/notice'
    const year = { date: '2018' }
    expect(
      articleOf({
        facts: [
          fact({ date: null, year: null, doi: null }),
          fact({ ...year, dateIsLatest: true, href: null }),
          fact(year),
          fact({ ...year, doi: null }),
        ],
      }),
    ).toHaveProperty('correction', [
      { ...notice, text: 'Correction' },
      { ...notice, text: 'Correction in 2018 or earlier' },
      { ...notice, datePublished: '2018', url },
      { ...notice, datePublished: '2018' },
    ])
  })

  test('structured data lists up to fifty notices about the paper, not those it announces', () => {
    expect(articleOf({ facts: [fact({ kind: 'notice' })] })).not.toHaveProperty('correction')
    const facts = Array.from({ length: 60 }, (_, n) => fact({ id: `fact-${n}`, label: `Correction ${n}`, date: null }))
    const { correction } = articleOf({ facts }) as { correction: { text: string }[] }
    expect(correction.map(({ text }) => text)).toEqual(Array.from({ length: 50 }, (_, n) => `Correction ${n}`))
  })

  test('the Link header is valid for any DOI and title', () => {
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
