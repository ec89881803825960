import type { PaperFacts } from './facts.ts'

/** Who says what a paper's record says, as a sentence names it. */
export const sourceNames: Readonly<Record<PaperFacts['source'], string>> = {
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  import: 'OpenAlex',
  starter: 'the record of this paper',
}
