import type { OutsideId, Pasted } from '../../kit/doi/index.ts'

/** What is said of a pasted thing that led to no paper: what it is, and what to do. Null for words and DOIs. */
export const noPaperSentence = (pasted: Pasted): string | null => {
  switch (pasted.kind) {
    case 'isbn':
      return 'This is an ISBN, the number of a book. Pages here are at DOIs: search for the title, or paste the DOI of a chapter.'
    case 'orcid':
      return 'This is an ORCID iD, the number of a person. Search for their name and words of a title.'
    case 'broken-doi':
      return 'This begins like a DOI, and is none: a DOI is 10., four to nine digits, a slash, and what its publisher put behind it. Copy all of it.'
    case 'unreadable-address':
      return pasted.host === 'doi.org'
        ? 'We cannot read this short DOI. Open it at doi.org, and paste the address of the page that it leads to.'
        : `${unreadable(pasted.host)} ${otherWays}`
    case 'ask-openalex':
      return `${unknown(pasted.ask)} ${otherWays}`
    default:
      return null
  }
}

/** What is said of it while OpenAlex, which may know the paper, does not answer; null for what does not depend on it. */
export const notAskedSentence = (pasted: Pasted): string | null =>
  pasted.kind === 'ask-openalex'
    ? `We cannot tell right now which paper this is: ${pasted.ask.by === 'address' ? 'the address does not say it' : 'it is a number of PubMed’s'}, and OpenAlex, which may know it, does not answer. ${otherWays}`
    : null

const unknown = (ask: OutsideId): string => {
  switch (ask.by) {
    case 'pmid':
      return `We do not know which paper has the number ${ask.id} at PubMed.`
    case 'pmcid':
      return `We do not know which paper has the number ${ask.id} at PubMed Central.`
    case 'address':
      return unreadable(new URL(ask.url).host)
  }
}

const unreadable = (host: string): string =>
  `We cannot read this address: it does not tell us which paper of ${host} it is.`

const otherWays = 'Paste the paper’s DOI, or search for its title.'
