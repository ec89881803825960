import type { PaperFacts } from './facts.ts'

/** Display names of metadata sources. */
export const sourceNames: Readonly<Record<PaperFacts['source'], string>> = {
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  import: 'OpenAlex',
  starter: 'the record of this paper',
}
