import type { CheckedReport } from './codecheck.ts'

type Author = CheckedReport['authors'][number]

/** Author fields used of CSL-JSON. */
type CslName = { literal?: unknown; given?: unknown; family?: unknown; ORCID?: unknown }

/** Returns the authors in a paper's CSL-JSON citation (citeproc 1.0), which has one item. */
export const authorsOfCitation = (file: unknown): Author[] => {
  const [item] = Array.isArray(file) ? (file as readonly { author?: unknown }[]) : []
  const names = Array.isArray(item?.author) ? (item.author as readonly CslName[]) : []
  return names.flatMap(({ literal, given, family, ORCID }) => {
    const name = [literal, given, family].filter(part => typeof part === 'string' && part !== '').join(' ')
    const orcid = typeof ORCID === 'string' ? ORCID.replace('https://orcid.org/', '') : null
    return name === '' ? [] : [{ name, orcid }]
  })
}

/**
 * Fetches a paper's authors from its citation, since the page names only the first ones.
 * @param citation URL of the paper's CSL-JSON
 * @throws Error if it is unavailable
 */
export const readAuthors = async (citation: string): Promise<Author[]> => {
  const answer = await fetch(citation)
  if (!answer.ok) throw new Error(`The citation was answered with ${answer.status}.`)
  return authorsOfCitation(await answer.json())
}
