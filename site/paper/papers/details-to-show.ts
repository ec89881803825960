import type { Doi } from '../../kit/doi/index.ts'
import type { PaperFacts } from './facts.ts'
import type { ShownDetails } from './model.ts'
import { noDetails, type RecordDetails, type TextVersion } from './record-details.ts'

const sourceNames: Readonly<Record<PaperFacts['source'], string>> = {
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  import: 'OpenAlex',
  starter: 'our own list',
}

const versionWords: Readonly<Record<TextVersion, string>> = {
  published: 'as published',
  accepted: 'the accepted manuscript',
  submitted: 'the manuscript before review',
}

/** Returns the record details shown on a page. */
export const detailsToShow = (facts: PaperFacts | null): ShownDetails => {
  if (facts === null) return { abstract: null, freeText: null, citedBy: null }
  const { abstract, citedBy, ...details } = facts.details ?? noDetails
  const freeText = details.freeText ?? arxivText(facts.doi)
  const from = sourceNames[facts.source]
  return {
    abstract: abstract === null ? null : { ...abstract, from },
    freeText:
      freeText === null
        ? null
        : {
            href: freeText.href,
            place: new URL(freeText.href).hostname.replace(/^www\./, ''),
            version: freeText.version === null ? null : versionWords[freeText.version],
          },
    citedBy:
      citedBy === null
        ? null
        : {
            count: citedBy,
            from,
            at: facts.fetchedAt === null ? null : new Date(facts.fetchedAt).toISOString().slice(0, 10),
          },
  }
}

/** arXiv texts are always open access, whether or not the record says so. */
const arxivText = (doi: Doi): RecordDetails['freeText'] => {
  const id = /^10\.48550\/arxiv\.(.+)$/.exec(doi)?.[1]
  return id === undefined ? null : { href: `https://arxiv.org/abs/${encodeURI(id)}`, version: null }
}
