import type { CheckedReport } from './codecheck.ts'

type Author = CheckedReport['authors'][number]

/** The parts of an author of CSL-JSON that are read here. */
type CslName = { literal?: unknown; given?: unknown; family?: unknown; ORCID?: unknown }

/** Who wrote a paper, as its citation names them: a file of CSL-JSON (citeproc 1.0), which has one item. */
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
 * Asks for a paper's citation: the page itself names only its first authors.
 * @param citation the address of the paper's CSL-JSON
 * @throws Error when it cannot be had
 */
export const readAuthors = async (citation: string): Promise<Author[]> => {
  const answer = await fetch(citation)
  if (!answer.ok) throw new Error(`The citation was answered with ${answer.status}.`)
  return authorsOfCitation(await answer.json())
}
