import type { Pasted } from '../doi/index.ts'

/** What is said of a pasted thing that leads to no paper: what it is, and what to do; null for what does, or may. */
export const unreadableSentence = (pasted: Pasted): string | null => {
  if (pasted.kind === 'isbn')
    return 'This is an ISBN, the number of a book. Pages here are at DOIs: search for the title, or paste the DOI of a chapter.'
  if (pasted.kind !== 'unreadable-address') return null
  if (pasted.host === 'doi.org')
    return 'We cannot read this short DOI. Open it at doi.org, and paste the address of the page that it leads to.'
  return `${unreadable(pasted.host)} ${otherWays}`
}

/** What is said when nobody knows which paper a pasted number or address stands for. */
export const unknownSentence = (pasted: Pasted): string | null => {
  if (pasted.kind !== 'ask-openalex') return null
  const { ask } = pasted
  if (ask.by === 'address') return `${unreadable(new URL(ask.url).host)} ${otherWays}`
  return ask.by === 'pmid'
    ? `We do not know which paper has the number ${ask.id} at PubMed. ${otherWays}`
    : `We do not know which paper has the number ${ask.id} at PubMed Central. ${otherWays}`
}

const unreadable = (host: string): string =>
  `We cannot read this address: it does not tell us which paper of ${host} it is.`
const otherWays = 'Paste the paper’s DOI, or search for its title.'
