import { crateFile, doiUrl } from '../../kit/doi/index.ts'
import { type KeptReport, outcomeHeadline, reportFiles } from '../../readers/reports/index.ts'

type Crated = Pick<KeptReport, 'doi' | 'name' | 'content' | 'outcome' | 'canonicalSha256' | 'createdAt' | 'approvedAt'>

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
