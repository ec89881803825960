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

/** Which fallen papers a paper cites, below what is known about it. It changes nothing of what is known about the paper itself. */
export const citesSection: PaperSection<CitationTables, CitesModel> = {
  name: 'cites',
  place: 'story',
  component: markup<typeof CitesFallen>('paper/citations/CitesFallen.tsx'),
  reader: db => async doi => citesModel((await readFallenReferences(db, [doi])).get(doi)?.fallen ?? []),
}

/** What the page shows of them; a heading of null when there are none. */
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

/** When attempts to repeat a paper were made: its status counts them and says no year. */
const yearsOf = (repeated: CitedFallen['status']['repeated']): string | null => {
  if (repeated === null) return null
  return repeated.first === repeated.last ? `in ${repeated.first}` : `between ${repeated.first} and ${repeated.last}`
}
