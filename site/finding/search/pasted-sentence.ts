import type { OutsideId, Pasted } from '../../kit/doi/index.ts'

/** Explains a pasted identifier without a paper: its type, and advice. Null for words and DOIs. */
export const noPaperSentence = (pasted: Pasted): string | null => {
  switch (pasted.kind) {
    case 'isbn':
      return 'This is an ISBN. Search for the book’s title, or paste the DOI of a chapter.'
    case 'orcid':
      return 'This is an ORCID iD. Search for the author’s name and part of a title.'
    case 'broken-doi':
      return 'This DOI is incomplete. A DOI consists of “10.”, four to nine digits, a slash and a suffix, as in 10.1038/nature12373.'
    case 'unreadable-address':
      return pasted.host === 'doi.org'
        ? 'Short DOIs are not supported. Open it at doi.org and paste the address of the page it redirects to.'
        : `${unreadable(pasted.host)} ${otherWays}`
    case 'ask-openalex':
      return `${unknown(pasted.ask)} ${otherWays}`
    default:
      return null
  }
}

/** Explains that OpenAlex, which may know the paper, is unavailable; null for identifiers that don't depend on it. */
export const notAskedSentence = (pasted: Pasted): string | null =>
  pasted.kind === 'ask-openalex'
    ? `We cannot tell right now which paper this is: ${pasted.ask.by === 'address' ? 'the address does not say it' : 'it is a number of PubMed’s'}, and OpenAlex, which may know it, does not answer. ${otherWays}`
    : null

const unknown = (ask: OutsideId): string => {
  switch (ask.by) {
    case 'pmid':
      return `No paper found for PMID ${ask.id}.`
    case 'pmcid':
      return `No paper found for PMCID ${ask.id}.`
    case 'address':
      return unreadable(new URL(ask.url).host)
  }
}

const unreadable = (host: string): string => `This ${host} address doesn’t identify a paper.`

const otherWays = 'Paste the paper’s DOI, or search for its title.'
