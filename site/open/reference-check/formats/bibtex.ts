import { scanBibtex } from './bibtex-scan.ts'
import {
  arxivIn,
  createEntries,
  doiIn,
  familyNameIn,
  pmidIn,
  type Reference,
  referenceOf,
  titleIn,
  type Unread,
  yearIn,
} from './said.ts'
import { beginning } from './text.ts'

/** References of BibTeX and BibLaTeX. An entry that breaks off is listed, and those after it are read. */
export const readBibtex = (text: string): { references: Reference[]; unread: Unread[] } => {
  const { references, unread, add, skip } = createEntries()
  for (const entry of scanBibtex(text)) {
    if (entry.kind === 'broken') {
      const { line, text, why } = entry
      skip({ line, text, why })
      continue
    }
    const { key, line, start, end, fields } = entry
    const field = (...names: readonly string[]): string | null => {
      for (const name of names) {
        const value = fields.get(name)
        if (value !== undefined && value.trim() !== '') return value
      }
      return null
    }
    const eprint = field('eprint')
    const kind = field('eprinttype', 'archiveprefix')?.toLowerCase() ?? ''
    add(
      referenceOf({
        key,
        line,
        end,
        input: text.slice(start, end),
        doi: doiIn(field('doi'), field('url'), field('howpublished', 'note')),
        pmid: pmidIn(field('pmid')) ?? (kind === 'pmid' || kind === 'pubmed' ? pmidIn(eprint) : null),
        arxiv:
          arxivIn(field('arxivid')) ??
          (kind === 'arxiv' ? arxivIn(eprint) : arxivIn(labelled(field('url', 'journal', 'note')))),
        title: titleIn(field('title')),
        year: yearIn(field('year', 'date', 'issued')),
        firstAuthor: firstOf(field('author', 'editor')),
      }),
    )
  }
  return { references, unread }
}

/** Only if the field itself mentions arXiv: `arXiv preprint arXiv:1706.03762`. */
const labelled = (field: string | null): string | null => (field !== null && /arxiv/i.test(field) ? field : null)

/** The first of many authors is within so many characters. */
const longestNames = 1_000

/** Names are parted by ` and `; one in braces is an organisation's. */
const firstOf = (names: string | null): string | null => {
  const first =
    beginning(names ?? '', longestNames)
      .split(/\sand\s/i)[0]
      ?.trim() ?? ''
  if (/^\{[^{}]*\}$/.test(first)) return titleIn(first)
  return familyNameIn(first)
}
