import { type CiteFormat, paths, storedDoi } from '../../kit/doi/index.ts'
import { type Head, linkHeader, linksetLink, type TypedLink } from '../../kit/page/head.ts'
import { formatDate, type KnownFact, type Status, statusWords, summarizeReports } from '../known/index.ts'
import { pictureAlt, pictureModel, pictureSize, pictureVersion } from '../share-picture/index.ts'
import { bareTitle } from '../titles/title-claim.ts'
import type { PaperPageModel } from './model.ts'

const formats: readonly { format: CiteFormat; type: string; title: string }[] = [
  { format: 'csl-json', type: 'application/vnd.citationstyles.csl+json', title: 'Citation as CSL-JSON' },
  { format: 'bibtex', type: 'application/x-bibtex', title: 'Citation as BibTeX' },
  { format: 'ris', type: 'application/x-research-info-systems', title: 'Citation as RIS' },
]

/** The citations of a paper, as files. */
const citationLinks = (doi: string, origin: string): (TypedLink & { type: string; title: string })[] =>
  formats.map(({ format, type, title }) => ({
    rel: 'describedby',
    href: `${origin}${paths.cite(storedDoi(doi), format)}`,
    type,
    title,
  }))

/** Typed links of a paper's page (Signposting; CONVENTIONS 2.8). `isPaper`: evidence shows that it is a paper. */
export const paperLinks = (model: PaperPageModel, origin: string, isPaper: boolean): TypedLink[] => [
  { rel: 'cite-as', href: model.doiUrl },
  ...citationLinks(model.doi, origin).map(({ rel, href, type }) => ({ rel, href, type })),
  ...(hasReviews(model)
    ? [
        {
          rel: 'describedby',
          href: `${origin}${paths.docmap(storedDoi(model.doi))}`,
          type: 'application/ld+json',
          profile: 'https://w3id.org/docmaps/context.jsonld',
        },
      ]
    : []),
  ...(isPaper ? [{ rel: 'type', href: 'https://schema.org/ScholarlyArticle' }] : []),
  { rel: 'type', href: 'https://schema.org/AboutPage' },
  ...model.authors.flatMap(({ orcid }) =>
    orcid === null ? [] : [{ rel: 'author', href: `https://orcid.org/${orcid}` }],
  ),
  linksetLink(`${origin}${paths.linkset(paths.paper(storedDoi(model.doi)))}`),
]

/** True if the paper has a published or community replication, and therefore a DocMap. */
const hasReviews = ({ known }: Pick<PaperPageModel, 'known'>): boolean =>
  known.facts.some(({ group }) => group === 'attempt' || group === 'report')

/** Head fields that every paper page has. */
type PaperHead = Head & Required<Pick<Head, 'description' | 'canonical' | 'meta' | 'links' | 'jsonLd' | 'linkHeader'>>

/** The most authors named in the head; the page itself has them all. */
const mostAuthors = 50

/** The head of a paper's page on the site at `origin`. Only public facts, so that it may be cached. */
export const paperHead = (model: PaperPageModel, origin: string): PaperHead => {
  const { word } = statusWords(model.known.status)
  const paper = model.title ?? model.doi
  // The word stands before the title, where a tab and a shared link show it; the record's own word for it would say it twice.
  const title = word === null ? paper : `${word}: ${bareTitle(paper)}`
  const canonical = `${origin}${model.path}`
  const description = describe(model)
  const citations = citationLinks(model.doi, origin)
  return {
    title: `${shortened(title, 150)} · Corroborate`,
    description,
    canonical,
    meta: [
      // Only the properties that let reference managers and annotators equate this page with the paper, which is hosted elsewhere.
      { name: 'citation_doi', content: model.doi },
      { name: 'dc.identifier', content: `doi:${model.doi}` },
      { name: 'twitter:card', content: isEmptyPage(model) ? 'summary' : 'summary_large_image' },
      ...(isEmptyPage(model) ? [{ name: 'robots', content: 'noindex' }] : []),
    ],
    properties: [
      { property: 'og:type', content: 'article' },
      { property: 'og:site_name', content: 'Corroborate' },
      { property: 'og:title', content: shortened(title, 150) },
      { property: 'og:description', content: description },
      { property: 'og:url', content: canonical },
      ...(isEmptyPage(model) ? [] : pictureProperties(model, origin)),
    ],
    links: [
      ...citations,
      {
        rel: 'alternate',
        href: `${origin}${paths.paperFeed(storedDoi(model.doi))}`,
        type: 'application/atom+xml',
        title: 'Updates to this paper',
      },
    ],
    jsonLd: isEmptyPage(model) ? [] : [article(model, origin)],
    // Signposting (CONVENTIONS 2.8); `open/linked-data` answers with the same links as a set.
    linkHeader: linkHeader(fewAuthors(paperLinks(model, origin, !isEmptyPage(model)))),
  }
}

/** Share image properties. The URL changes with the content, because social networks cache images for long. */
const pictureProperties = (model: PaperPageModel, origin: string): NonNullable<Head['properties']> => {
  const picture = pictureModel(model)
  return [
    { property: 'og:image', content: `${origin}${paths.picture(storedDoi(model.doi), pictureVersion(picture))}` },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: String(pictureSize.width) },
    { property: 'og:image:height', content: String(pictureSize.height) },
    { property: 'og:image:alt', content: pictureAlt(picture) },
  ]
}

/**
 * True for a page without any data. Every possible DOI has a page, so that readers can vote on papers before any source knows them. Such
 * pages are unlimited and all alike, so search engines must not index them (`noindex`) until a source has a record. Pages with evidence
 * stay indexed even if the record is missing or its source unavailable.
 */
export const isEmptyPage = ({ record, known }: PaperPageModel): boolean =>
  record !== 'found' && known.facts.length === 0

/** A header has room for some authors; the set of all links has them all. */
const fewAuthors = (links: readonly TypedLink[]): TypedLink[] => {
  const named = new Set(links.filter(({ rel }) => rel === 'author').slice(0, 10))
  return links.filter(link => link.rel !== 'author' || named.has(link))
}

const describe = (model: PaperPageModel): string => {
  const { doi, title, authors, authorsTruncated, journal, year, known } = model
  const { headline, word } = statusWords(known.status)
  const reports = summarizeReports(known.status)
  if (isEmptyPage(model))
    return `Retractions, corrections, replications and reader votes for the paper with the DOI ${doi}.`
  const [first] = authors
  const names =
    first === undefined
      ? null
      : authorsTruncated || authors.length > 2
        ? `${first.name} et al.`
        : authors.map(({ name }) => name).join(' and ')
  const where = [names, journal, year].filter(part => part !== null).join(', ')
  return shortened(
    `${word === null ? '' : `${headline}. `}${known.summary}${reports === null ? '' : ` ${reports}`} ${title === null ? `The paper with the DOI ${doi}.` : `${title}${/[.?!]$/.test(title) ? '' : '.'}${where === '' ? '' : ` ${where}.`}`}`,
    300,
  )
}

/** The most reports of ours that the head names. */
const mostReports = 20

const article = (model: PaperPageModel, origin: string): object => {
  const { doiUrl, doi, title, authors, journal, year, known } = model
  return {
    '@context': 'https://schema.org',
    '@type': 'ScholarlyArticle',
    '@id': doiUrl,
    sameAs: doiUrl,
    url: doiUrl,
    identifier: { '@type': 'PropertyValue', propertyID: 'DOI', value: doi },
    ...(title !== null && { name: title, headline: shortened(title, 110) }),
    ...(authors.length > 0 && {
      author: authors.slice(0, mostAuthors).map(({ name, orcid }) => ({
        '@type': 'Person',
        name,
        ...(orcid !== null && { sameAs: `https://orcid.org/${orcid}` }),
      })),
    }),
    ...(year !== null && { datePublished: String(year) }),
    ...(journal !== null && { isPartOf: { '@type': 'Periodical', name: journal } }),
    ...statusJsonLd(known),
    ...reportsJsonLd(known.facts, origin),
  }
}

/** Our own reports on the paper (CONVENTIONS 2.6). */
const reportsJsonLd = (facts: readonly KnownFact[], origin: string): object => {
  const reports = facts
    .filter(({ isReport, href, count }) => isReport && href !== null && count === undefined)
    .slice(0, mostReports)
  if (reports.length === 0) return {}
  return {
    review: reports.map(({ href, label }) => ({
      '@type': 'Review',
      '@id': `${origin}${href}`,
      url: `${origin}${href}`,
      name: label,
    })),
    subjectOf: reports.map(({ href }) => ({ '@id': `${origin}${href}` })),
  }
}

/** True for replication outcomes, as opposed to record events. */
const isOutcome = ({ kind }: Status): boolean => kind === 'held' || kind === 'not-held' || kind === 'mixed'

const mostNotices = 50

/**
 * Record events as schema.org's `creativeWorkStatus`; replication outcomes are no status of a work. Each notice is a `correction` with date
 * and URL.
 */
const statusJsonLd = ({ status, facts }: PaperPageModel['known']): object => {
  const { word } = statusWords(status)
  const notices = facts.filter(({ group, kind }) => group === 'event' && kind !== 'notice').slice(0, mostNotices)
  return {
    ...(word !== null && !isOutcome(status) && { creativeWorkStatus: word }),
    ...(notices.length > 0 && { correction: notices.map(noticeJsonLd) }),
  }
}

const noticeJsonLd = ({ label, date, dateIsLatest, doi, href }: KnownFact): object => ({
  '@type': 'CorrectionComment',
  text: `${label}${formatDate({ date, dateIsLatest })}`,
  ...(date !== null && !dateIsLatest && { datePublished: date }),
  ...(doi !== null && href !== null && { url: href }),
})

/** Truncates to `longest` characters at a word boundary. */
const shortened = (text: string, longest: number): string => {
  if (text.length <= longest) return text
  const end = text.lastIndexOf(' ', longest - 1)
  return `${text
    .slice(0, end > longest / 2 ? end : longest - 1)
    .toWellFormed()
    .trimEnd()}…`
}
