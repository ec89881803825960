import { paths } from '../../kit/doi/index.ts'
import type { PaperSection } from '../../kit/feature/index.ts'
import { markup } from '../../kit/page/index.ts'
import { statusWords } from '../known/index.ts'
import type { CitesFallen } from './CitesFallen.tsx'
import { citesInWords, whenInWords } from './in-words.ts'
import type { CitesModel } from './model.ts'
import { type CitedFallen, readFallenReferences } from './read-fallen-references.ts'
import type { CitationTables } from './tables.ts'

/** So many are on the page; more are counted. */
const mostShown = 50

/** Flagged references of a paper, below its evidence. They don't change the paper's own status. */
export const citesSection: PaperSection<CitationTables, CitesModel> = {
  name: 'cites',
  place: 'story',
  component: markup<typeof CitesFallen>('paper/citations/CitesFallen.tsx'),
  reader: db => async doi => citesModel((await readFallenReferences(db, [doi])).get(doi)?.fallen ?? []),
}

/** Returns the section's model; its heading is null if there are none. */
export const citesModel = (fallen: readonly CitedFallen[]): CitesModel => ({
  heading: citesInWords(fallen),
  papers: fallen.slice(0, mostShown).map(shown),
  more: Math.max(0, fallen.length - mostShown),
})

const shown = ({ doi, title, status, when }: CitedFallen): CitesModel['papers'][number] => ({
  doi,
  title,
  href: paths.paper(doi),
  status: { kind: status.kind, words: statusWords(status).headline },
  years: yearsOf(status.repeated),
  by: status.source?.name ?? null,
  when: whenInWords(when),
})

/** Years of replications, which the status counts without a year. */
const yearsOf = (repeated: CitedFallen['status']['repeated']): string | null => {
  if (repeated === null) return null
  return repeated.first === repeated.last ? `in ${repeated.first}` : `between ${repeated.first} and ${repeated.last}`
}
