import type { KnownPaper } from './known-paper.ts'
import { quotation, quotedLines } from './quoted.ts'

type Paper = NonNullable<KnownPaper['paper']>
type More = NonNullable<Paper['more']>

/** Formats paper statuses as text. `asOf`: date of the data. */
export const knownInWords = (papers: readonly KnownPaper[], asOf: string): string => {
  const bearing = papers.filter(({ paper }) => paper !== null && saysSomething(paper)).length
  const head =
    papers.length === 1
      ? `As of ${asOf}:`
      : `As of ${asOf}: ${papers.length} papers checked, ${bearing} with retractions, corrections or replications.`
  return [head, ...papers.map(paperInWords)].join('\n\n')
}

const silentKeys: ReadonlySet<string> = new Set(['neutral', 'nothing-known', 'not-asked', 'no-record'])
const saysSomething = ({ status }: Paper): boolean => !silentKeys.has(status.key)

const paperInWords = ({ asked, problem, paper }: KnownPaper): string => {
  if (paper === null) return [`No answer: ${problem}`, quotedLines(asked)].join('\n')
  const { doi, status, page_url, title, year, more } = paper
  return [
    `${doi}: ${status.sentence} ${page_url}`,
    ...(title === null ? [] : [quotedLines(year === null ? title : `${title} (${year})`)]),
    ...(more === null ? [] : moreInWords(more)),
  ].join('\n')
}

const moreInWords = ({ events, attempts, reports, notes }: More): string[] => [
  ...[...events, ...attempts].flatMap(told => [
    `- ${told.label}${told.date === null ? '' : `, ${told.date}`}${told.source === null ? '' : `, says ${told.source}`}${told.url === null ? '' : `: ${told.url}`}`,
    ...(told.quoted === null ? [] : [quotation(told.quoted)]),
  ]),
  ...reports.map(
    ({ hash, outcome, reported_at, counted, url }) =>
      `- Community report${counted ? '' : ' (not counted)'}: ${outcome}, ${reported_at}, ${hash}: ${url}`,
  ),
  ...notes.flatMap(({ quoted, date, url }) => [
    `- A reader’s note${date === null ? '' : `, ${date}`}: ${url}`,
    quotation(quoted),
  ]),
]
