import { describe, expect, test } from 'vitest'
import { noIndex } from '../../kit/page/head.ts'
import type { PaperNamed } from '../../paper/papers/index.ts'
import type { ShownReport } from './model.ts'
import { reportHead, reportItem, reportsPage, reproducePage, reviewJsonLd } from './pages.ts'
import { exampleReport } from './testing/index.ts'

const origin = 'https://papers.example'
const paper: PaperNamed = { doi: '10.1000/x', title: 'On Engines', byline: 'Ada 1843', href: '/10.1000/x' }
const untitled = { ...paper, title: null }
const path = '/10.1000/x/audit/4f2a91c07'
const report: ShownReport = {
  path,
  address: origin + path,
  problem: '/10.1000/x/problem',
  files: {
    bibtex: `${path}.bib`,
    ris: `${path}.ris`,
    csl: `${path}.csl.json`,
    codecheck: `${path}.yml`,
    canonical: `${path}.json`,
  },
  standing: { kind: 'approved', counting: 'counted' },
  outcome: 'partial',
  headline: 'Partly reproduced: 1 of 2 results differs',
  name: 'Ada Lovelace',
  reportedOn: '2026-11-20',
  approvedOn: '2026-11-22',
  platform: 'linux',
  environmentDetails: [],
  approach: [],
  codeChanges: null,
  auditReport: [],
  body: '# What I did\n\nI **ran** it.',
  reproducibilityPackage: 'https://osf.io/ab<c>"d',
  results: exampleReport.results,
  manifest: [],
  sha256: exampleReport.sha256,
  canonicalSha256: 'c'.repeat(64),
  hasFingerprint: true,
}
const headOf = (part: Partial<ShownReport> = {}, of = paper) =>
  reportHead({ kind: 'report', paper: of, report: { ...report, ...part } }, origin)

describe('head of a report page', () => {
  test('the head describes the report for search engines, previews and structured data', () => {
    const head = headOf()
    const description = 'Partly reproduced: 1 of 2 results differs. What I did. I ran it.'
    const named = 'Reproduction report: On Engines'
    expect(head).toMatchObject({
      title: 'Partly reproduced: 1 of 2 results differs · On Engines · Corroborate',
      description,
      canonical: report.address,
      meta: [
        { name: 'citation_title', content: named },
        { name: 'citation_author', content: 'Ada Lovelace' },
        { name: 'citation_publication_date', content: '2026/11/20' },
        { name: 'citation_publisher', content: 'Corroborate' },
        { name: 'citation_public_url', content: report.address },
      ],
      properties: [
        { property: 'og:type', content: 'article' },
        { property: 'og:site_name', content: 'Corroborate' },
        { property: 'og:title', content: named },
        { property: 'og:description', content: description },
        { property: 'og:url', content: report.address },
      ],
      links: [
        { rel: 'describedby', href: `${report.address}.csl.json` },
        { rel: 'describedby', href: `${report.address}.bib` },
        { rel: 'describedby', href: `${report.address}.ris` },
      ],
    })
    expect(head.linkHeader?.split(', ')).toEqual([
      `<${report.address}>; rel="cite-as"`,
      `<${report.address}.csl.json>; rel="describedby"; type="application/vnd.citationstyles.csl+json"`,
      `<${report.address}.bib>; rel="describedby"; type="application/x-bibtex"`,
      `<${report.address}.ris>; rel="describedby"; type="application/x-research-info-systems"`,
      `<${report.address}.json>; rel="describedby"; type="application/json"`,
      `<${report.address}/ro-crate-metadata.json>; rel="describedby"; type="application/ld+json"; profile="https://w3id.org/ro/crate"`,
      '<https://osf.io/ab%3Cc%3E%22d>; rel="item"',
      '<https://schema.org/Review>; rel="type"',
      `<${origin}/api/v1/linksets${path}>; rel="linkset"; type="application/linkset+json"`,
    ])
  })

  test('the description is cut at its limit without splitting characters', () => {
    const { description = '' } = headOf({ headline: 'H', body: `${'x'.repeat(296)}😀` })
    expect([description.length, description.isWellFormed()]).toEqual([300, true])
  })

  test('the head omits deleted authors and a missing package, and uses the DOI without a title', () => {
    const head = headOf({ name: null, reproducibilityPackage: null }, untitled)
    expect(head.title).toBe('Partly reproduced: 1 of 2 results differs · 10.1000/x · Corroborate')
    expect(head.meta?.map(each => ('name' in each ? each.name : ''))).not.toContain('citation_author')
    expect(head.linkHeader).not.toContain('rel="item"')
  })

  test.each([
    ['waiting', headOf({ standing: { kind: 'waiting' } }), 'Reproduction report: On Engines · Corroborate'],
    [
      'refused',
      headOf({ standing: { kind: 'refused', why: null, message: null } }, untitled),
      'Reproduction report: 10.1000/x · Corroborate',
    ],
    [
      'one of several',
      reportHead({ kind: 'several', paper, name: 'x', reports: [] }, origin),
      'Reports on On Engines · Corroborate',
    ],
    [
      'one of several without a title',
      reportHead({ kind: 'several', paper: untitled, name: 'x', reports: [] }, origin),
      'Reports on 10.1000/x · Corroborate',
    ],
  ])('the head of a report that is %s is noindex and reveals nothing', (_, head, title) =>
    expect(head).toEqual({ title, meta: noIndex }),
  )
})

test('structured data describes a report as a review by its author, based on its package', () => {
  const doi = 'https://doi.org/10.1000/x'
  const whole = {
    '@context': 'https://schema.org',
    '@type': 'Review',
    '@id': report.address,
    url: report.address,
    name: 'Reproduction report: On Engines',
    itemReviewed: {
      '@type': 'ScholarlyArticle',
      '@id': doi,
      sameAs: doi,
      url: `${origin}/10.1000/x`,
      name: 'On Engines',
    },
    reviewAspect: 'Reproducibility',
    abstract: report.headline,
    reviewBody: report.body,
    author: { '@type': 'Person', name: 'Ada Lovelace' },
    datePublished: '2026-11-22',
    dateCreated: '2026-11-20',
    publisher: { '@type': 'Organization', name: 'Corroborate', url: origin },
    identifier: { '@type': 'PropertyValue', propertyID: 'SHA-256', value: report.sha256 },
    isBasedOn: report.reproducibilityPackage,
  }
  expect(reviewJsonLd(paper, report, origin)).toEqual(whole)
  const bare = reviewJsonLd(untitled, { ...report, name: null, reproducibilityPackage: null }, origin)
  const { author: _, isBasedOn: __, ...rest } = whole
  const { name: ___, ...article } = whole.itemReviewed
  expect(bare).toEqual({ ...rest, name: 'Reproduction report: 10.1000/x', itemReviewed: article })
})

test('a report’s citation has date, author, hash and paper', () => {
  const kept = {
    content: exampleReport as never,
    name: 'Ada Lovelace' as string | null,
    sha256: exampleReport.sha256,
    outcome: 'partial' as const,
    createdAt: Date.UTC(2026, 0, 2, 23),
  }
  const item = {
    id: report.address,
    type: 'report',
    URL: report.address,
    title: 'Reproduction report: On Engines',
    author: [{ family: 'Lovelace', given: 'Ada' }],
    publisher: 'Corroborate',
    number: exampleReport.sha256,
    issued: { 'date-parts': [[2026, 1, 2]] },
    note: `Partly reproduced: 1 of 2 results differs. About https://doi.org/10.1000/x. SHA-256 ${exampleReport.sha256}.`,
  }
  expect(reportItem(kept, 'On Engines', report.address)).toEqual(item)
  const { author: _, ...nameless } = item
  expect(reportItem({ ...kept, name: null }, null, report.address)).toEqual({
    ...nameless,
    title: 'Reproduction report: 10.1000/x',
  })
})

test('report pages are titled with the paper or its DOI', () => {
  expect(reportsPage.head({ paper, reports: [] }, origin)).toEqual({
    title: 'Reproduction reports on On Engines · Corroborate',
    canonical: `${origin}/10.1000/x/audit/`,
  })
  expect(reportsPage.head({ paper: untitled, reports: [] }, origin).title).toContain('10.1000/x')
  expect(reproducePage.head({ paper } as never, origin)).toEqual({
    title: 'Report a reproduction of On Engines · Corroborate',
    meta: noIndex,
  })
  expect(reproducePage.head({ paper: untitled } as never, origin).title).toContain('10.1000/x')
})
