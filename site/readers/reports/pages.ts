import { type CiteFormat, crateFile, type Doi, doiUrl, paths, type SitePath, storedDoi } from '../../kit/doi/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { type Head, linkHeader, linksetLink, noIndex, type TypedLink } from '../../kit/page/head.ts'
import { type CslItem, citationFile, cslName, type PaperNamed } from '../../paper/papers/index.ts'
import {
  type ReportPageModel,
  type ReportsPageModel,
  type ReproducePageModel,
  type ShownReport,
  shortHash,
} from './model.ts'
import { outcomeHeadline } from './outcome-words.ts'
import type { ReportPage } from './ReportPage.tsx'
import type { ReportsPage } from './ReportsPage.tsx'
import type { ReproducePage } from './ReproducePage.tsx'
import { hasMaterial } from './report.ts'
import type { StoredReport } from './store.ts'

type Cited = Pick<StoredReport, 'content' | 'name' | 'sha256' | 'outcome' | 'createdAt'>

/** The citation of a report as a file to download. `url`: its permanent address. */
export const citeReport = (report: Cited, paperTitle: string | null, url: string, format: CiteFormat) => {
  const item = reportItem(report, paperTitle, url)
  return citationFile(item, format, { name: `report-${report.sha256.slice(0, shortHash)}`, note: item.note ?? null })
}

/** A report as CSL-JSON. */
export const reportItem = (
  { content, name, sha256, outcome, createdAt }: Cited,
  paperTitle: string | null,
  url: string,
): CslItem => {
  const date = new Date(createdAt)
  return {
    id: url,
    type: 'report',
    URL: url,
    title: reportTitle(paperTitle ?? content.doi),
    ...(name !== null && { author: [cslName({ name, orcid: null })] }),
    publisher: 'Corroborate',
    number: sha256,
    issued: { 'date-parts': [[date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]] },
    note: `${outcomeHeadline(outcome, content.results)}. About https://doi.org/${content.doi}.${hasMaterial(content) ? ` SHA-256 ${sha256}.` : ''}`,
  }
}

const reportTitle = (paper: string): string => `Reproduction report: ${paper}`

/** Strips Markdown for search results and link previews. */
export const plainMarkdown = (text: string): string =>
  text
    .replace(/^ {0,3}(?:```|~~~).*$/gm, '')
    .replace(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/gm, (_, words: string) =>
      /[.?!:]$/.test(words) ? words : `${words}.`,
    )
    .replace(/^ {0,3}(?:>[ \t]?)+/gm, '')
    // A line between parts may be written `* * *`, which begins as an item of a list does.
    .replace(/^ {0,3}(?:[-*_][ \t]*){3,}$/gm, '')
    .replace(/^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+/gm, '')
    .replace(/!?\[([^\]\n]{0,300})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/(\*\*|__|`)([^*_`\n]{1,500}?)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)([^*_\n]{1,500}?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/\s+/g, ' ')
    .trim()

/** The permanent address of a report, by the hash that its client gave. */
export const reportPath = (doi: Doi, sha256: string): SitePath => paths.report(doi, sha256.slice(0, shortHash))

type Named = { id: string; sha256: string; canonicalSha256: string }

/** The address of each of some reports on a paper that leads to it alone, by its name among them. */
export const addressAmong = (doi: Doi, among: readonly Named[]): ((report: Named) => string) => {
  const nameOf = nameAmong(among)
  return report => paths.report(doi, nameOf(report))
}

/**
 * The shortest name of each of some reports that no other has: the first nine of the given hash, or of ours, or all of either; where two
 * people have reported the very same of the same files, the id.
 */
export const nameAmong = (among: readonly Named[]): ((report: Named) => string) => {
  const names = new Map<string, Set<string>>()
  for (const { id, sha256, canonicalSha256 } of among)
    for (const name of namesOf(sha256, canonicalSha256)) names.set(name, (names.get(name) ?? new Set()).add(id))
  return ({ id, sha256, canonicalSha256 }) =>
    namesOf(sha256, canonicalSha256).find(name => names.get(name)?.size === 1) ?? id
}

const namesOf = (sha256: string, canonicalSha256: string): string[] => [
  sha256.slice(0, shortHash),
  canonicalSha256.slice(0, shortHash),
  sha256,
  canonicalSha256,
]

/** The forms in which a report can be downloaded, by the end of the address. */
export const reportFiles = {
  bibtex: '.bib',
  ris: '.ris',
  csl: '.csl.json',
  codecheck: '.yml',
  canonical: '.json',
} as const
export type ReportFile = keyof typeof reportFiles

/** Parses the path after `audit/`: the report, and its file format or null for the page. */
export const readReportName = (rest: string): { name: string; file: ReportFile | null } => {
  const found = (Object.keys(reportFiles) as ReportFile[]).find(file => rest.endsWith(reportFiles[file]))
  return found === undefined
    ? { name: rest, file: null }
    : { name: rest.slice(0, -reportFiles[found].length), file: found }
}

type Linked = { path: SitePath; reproducibilityPackage: string | null }

/** Typed links of a report's page (Signposting; CONVENTIONS 2.8). `path`: its permanent path on this site. */
export const reportLinks = ({ path, reproducibilityPackage }: Linked, origin: string): TypedLink[] => {
  const page = `${origin}${path}`
  const describedby = (href: string, type: string, profile?: string): TypedLink => ({
    rel: 'describedby',
    href,
    type,
    ...(profile !== undefined && { profile }),
  })
  return [
    { rel: 'cite-as', href: page },
    describedby(page + reportFiles.csl, 'application/vnd.citationstyles.csl+json'),
    describedby(page + reportFiles.bibtex, 'application/x-bibtex'),
    describedby(page + reportFiles.ris, 'application/x-research-info-systems'),
    describedby(page + reportFiles.canonical, 'application/json'),
    describedby(`${page}/${crateFile}`, 'application/ld+json', 'https://w3id.org/ro/crate'),
    ...(reproducibilityPackage === null ? [] : [{ rel: 'item', href: new URL(reproducibilityPackage).href }]),
    { rel: 'type', href: 'https://schema.org/Review' },
    linksetLink(`${origin}${paths.linkset(path)}`),
  ]
}

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

export const reportPage = definePage({
  name: 'audit',
  component: markup<typeof ReportPage>('readers/reports/ReportPage.tsx'),
  head: reportHead,
  islands: 'readers/reports/islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 5_600,
  islandBudget: 4_000,
})

export const reportsPage = definePage({
  name: 'reports',
  component: markup<typeof ReportsPage>('readers/reports/ReportsPage.tsx'),
  head: ({ paper }: ReportsPageModel, origin) => ({
    title: `Reproduction reports on ${paper.title ?? paper.doi} · Corroborate`,
    canonical: `${origin}${paths.reports(storedDoi(paper.doi))}`,
  }),
  islands: null,
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 5_100,
})

export const reproducePage = definePage({
  name: 'reproduce',
  component: markup<typeof ReproducePage>('readers/reports/ReproducePage.tsx'),
  head: ({ paper }: ReproducePageModel) => ({
    title: `Report a reproduction of ${paper.title ?? paper.doi} · Corroborate`,
    meta: noIndex,
  }),
  islands: 'readers/reports/wizard-islands.tsx',
  styles: 'kit/browser/styles/for-reports.css',
  scriptBudget: 5_600,
  islandBudget: 12_000,
})
