import { doiUrl, paths, storedDoi } from '../../kit/doi/index.ts'
import { type Head, linkHeader, noIndex } from '../../kit/page/index.ts'
import type { PaperNamed } from '../../paper/papers/index.ts'
import { reportTitle } from './cite-report.ts'
import type { ReportPageModel, ShownReport } from './model.ts'
import { plainMarkdown } from './plain-markdown.ts'
import { reportLinks } from './report-links.ts'

/** Returns the head of a report's page on the site at `origin`. Restricted pages have no metadata. */
export const reportHead = (model: ReportPageModel, origin: string): Head => {
  const { paper } = model
  const named = reportTitle(paper.title ?? paper.doi)
  if (model.kind === 'several') return { title: `Reports on ${paper.title ?? paper.doi} · Corroborate`, meta: noIndex }
  const { report } = model
  if (report.standing.kind !== 'approved') return { title: `${named} · Corroborate`, meta: noIndex }
  const canonical = report.address
  const description = `${report.headline}. ${plainMarkdown(report.body)}`.slice(0, 300).toWellFormed()
  const citations = [
    { rel: 'describedby', href: `${origin}${report.files.csl}`, type: 'application/vnd.citationstyles.csl+json' },
    { rel: 'describedby', href: `${origin}${report.files.bibtex}`, type: 'application/x-bibtex' },
    { rel: 'describedby', href: `${origin}${report.files.ris}`, type: 'application/x-research-info-systems' },
  ]
  return {
    title: `${report.headline} · ${paper.title ?? paper.doi} · Corroborate`,
    description,
    canonical,
    // We are its publisher, so that scholarly search engines get the full set (CONVENTIONS 2.7).
    meta: [
      { name: 'citation_title', content: named },
      ...(report.name === null ? [] : [{ name: 'citation_author', content: report.name }]),
      { name: 'citation_publication_date', content: report.reportedOn.replaceAll('-', '/') },
      { name: 'citation_publisher', content: 'Corroborate' },
      { name: 'citation_public_url', content: canonical },
    ],
    properties: [
      { property: 'og:type', content: 'article' },
      { property: 'og:site_name', content: 'Corroborate' },
      { property: 'og:title', content: named },
      { property: 'og:description', content: description },
      { property: 'og:url', content: canonical },
    ],
    links: citations,
    jsonLd: [reviewJsonLd(paper, report, origin)],
    // Signposting (CONVENTIONS 2.8); `open/linked-data` answers with the same links as a set.
    linkHeader: linkHeader(reportLinks(report, origin)),
  }
}

/** A report as a schema.org `Review` of the paper. Outcomes are no published scale, so that there is no rating. */
export const reviewJsonLd = (paper: PaperNamed, report: ShownReport, origin: string): object => {
  const url = report.address
  const paperUrl = doiUrl(storedDoi(paper.doi))
  return {
    '@context': 'https://schema.org',
    '@type': 'Review',
    '@id': url,
    url,
    name: reportTitle(paper.title ?? paper.doi),
    itemReviewed: {
      '@type': 'ScholarlyArticle',
      '@id': paperUrl,
      sameAs: paperUrl,
      url: `${origin}${paths.paper(storedDoi(paper.doi))}`,
      ...(paper.title !== null && { name: paper.title }),
    },
    reviewAspect: 'Reproducibility',
    abstract: report.headline,
    reviewBody: report.body,
    ...(report.name !== null && { author: { '@type': 'Person', name: report.name } }),
    datePublished: report.approvedOn,
    dateCreated: report.reportedOn,
    publisher: { '@type': 'Organization', name: 'Corroborate', url: origin },
    ...(report.hasFingerprint && {
      identifier: { '@type': 'PropertyValue', propertyID: 'SHA-256', value: report.sha256 },
    }),
    ...(report.reproducibilityPackage !== null && { isBasedOn: report.reproducibilityPackage }),
  }
}
