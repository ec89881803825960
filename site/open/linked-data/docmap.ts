import { crateFile, type Doi, doiUrl } from '../../kit/doi/index.ts'
import { outcomeHeadline, reportFiles, type StoredReport } from '../../readers/reports/index.ts'

type Crated = Pick<
  StoredReport,
  'doi' | 'name' | 'content' | 'outcome' | 'canonicalSha256' | 'createdAt' | 'approvedAt'
>

const ofItsWriter = 'Copyright of the reporter, no license granted. Quote as your law permits.'

/**
 * Returns a report as an RO-Crate metadata document (version 1.2, w3id.org/ro/crate/1.2). The crate is detached, with the report's own URL
 * as its root. The report's text is a file of ours; the reporter's hashed files are external and identified by SHA-256 (RFC 6920), since
 * their location is unknown.
 * @param url the report's permanent URL
 */
export const roCrate = ({
  report,
  paperTitle,
  url,
  origin,
}: {
  report: Crated
  paperTitle: string | null
  url: string
  origin: string
}): object => {
  const { doi, name, content, outcome, canonicalSha256, createdAt, approvedAt } = report
  const author = `${url}#reporter`
  const text = `${url}${reportFiles.canonical}`
  const files = [...new Map(content.files.map(file => [namedByHash(file.sha256), file]))]
  const pack = content.reproducibilityPackage
  return {
    '@context': 'https://w3id.org/ro/crate/1.2/context',
    '@graph': [
      {
        '@id': crateFile,
        '@type': 'CreativeWork',
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
        about: { '@id': url },
      },
      {
        '@id': url,
        '@type': 'Dataset',
        name: `Reproduction report: ${paperTitle ?? doi}`,
        description: outcomeHeadline(outcome, content.results),
        datePublished: dayOf(approvedAt ?? createdAt),
        dateCreated: dayOf(createdAt),
        license: ofItsWriter,
        'cite-as': url,
        about: { '@id': doiUrl(doi) },
        publisher: { '@id': `${origin}/` },
        ...(name !== null && { author: { '@id': author } }),
        ...(pack !== null && { isBasedOn: { '@id': new URL(pack).href } }),
        hasPart: [text, ...files.map(([id]) => id)].map(id => ({ '@id': id })),
      },
      {
        '@id': text,
        '@type': 'File',
        name: 'The report in canonical form (RFC 8785)',
        encodingFormat: 'application/json',
        sha256: canonicalSha256,
      },
      ...files.map(([id, file]) => ({
        '@id': id,
        '@type': 'File',
        name: file.name,
        sha256: file.sha256,
        ...(file.size !== null && { contentSize: String(file.size) }),
      })),
      { '@id': doiUrl(doi), '@type': 'ScholarlyArticle', name: paperTitle ?? doi },
      { '@id': `${origin}/`, '@type': 'Organization', name: 'Corroborate', url: `${origin}/` },
      ...(name === null ? [] : [{ '@id': author, '@type': 'Person', name }]),
      ...(pack === null
        ? []
        : [{ '@id': new URL(pack).href, '@type': 'CreativeWork', name: 'The package of the reproduction' }]),
    ],
  }
}

/** Identifies a file by content: a `ni` URI (RFC 6920) of its SHA-256. */
export const namedByHash = (sha256: string): string =>
  `ni:///sha-256;${Buffer.from(sha256, 'hex').toString('base64url')}`

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Review step of a paper: a community report or a published replication. */
export type ReviewStep = {
  kind: 'report' | 'attempt'
  /** Author; null if not named here. */
  by: string | null
  /** ISO 8601 with the source's precision; null if unknown. */
  date: string | null
  /** DOI of the result. */
  doi: string | null
  /** Absolute URL of the result. */
  href: string | null
}

const isDay = (date: string | null): date is string => date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date)

/**
 * The DocMap of a paper (docmaps.knowledgefutures.org): each report and each published attempt is a step that takes the paper in and gives
 * something to read out. Nothing is asserted of the paper itself: that is for its page to say.
 * @param steps at least one
 * @param made the moment at which it is made, ISO 8601
 */
export const docmap = ({
  id,
  doi,
  origin,
  steps,
  made,
}: {
  id: string
  doi: Doi
  origin: string
  steps: readonly ReviewStep[]
  made: string
}): object => {
  const ordered = steps.toSorted((a, b) => ((a.date ?? '9999') < (b.date ?? '9999') ? -1 : 1))
  return {
    '@context': 'https://w3id.org/docmaps/context.jsonld',
    id,
    type: 'docmap',
    created: made,
    publisher: { id: origin, name: 'Corroborate', homepage: `${origin}/`, url: `${origin}/` },
    'first-step': blank(0),
    steps: Object.fromEntries(
      ordered.map((step, index) => [
        blank(index),
        {
          inputs: [{ doi, id: doiUrl(doi) }],
          actions: [actionOf(step)],
          assertions: [],
          ...(index > 0 && { 'previous-step': blank(index - 1) }),
          ...(index < ordered.length - 1 && { 'next-step': blank(index + 1) }),
        },
      ]),
    ),
  }
}

const blank = (index: number): string => `_:b${index}`

const actionOf = ({ kind, by, date, doi, href }: ReviewStep): object => ({
  participants: by === null ? [] : [{ actor: { type: 'person', name: by }, role: 'reviewer' }],
  outputs: [
    {
      // The publication type of a replication, article or preprint, is unknown.
      ...(kind === 'report' && { type: 'review' }),
      ...(doi !== null && { doi }),
      ...(isDay(date) && { published: date }),
      content: href === null ? [] : [{ type: 'web-page', url: href }],
    },
  ],
})
