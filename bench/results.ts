import type { Row, Verdict } from './row.ts'

/** Results of a row group. `measured` records when it ran and how long it took. */
export type Section = { title: string; measured: string; rows: Row[] }

const head = ['', 'figure', 'budget or rival', '', 'how'] as const
const rule = '|---|---:|---:|---|---|'

/** A cell is one line, and holds no bar of its own. */
const toCell = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')
const line = (cells: readonly string[]): string => `| ${cells.map(toCell).join(' | ')} |`

/** A section as Markdown. */
export const sectionText = ({ title, measured, rows }: Section): string =>
  [
    `## ${title}`,
    '',
    measured,
    '',
    line(head),
    rule,
    ...rows.map(({ name, figure, limit, verdict, note }) => line([name, figure, limit, verdict, note])),
  ].join('\n')

const readRow = (text: string): Row => {
  const cells = text.split(/(?<!\\)\|/).slice(1, -1)
  const [name = '', figure = '', limit = '', verdict = '', note = ''] = cells.map(cell =>
    cell.trim().replaceAll('\\|', '|'),
  )
  return { name, figure, limit, verdict: verdict as Verdict, note }
}

/** The sections of a document that `resultsText` has made. */
export const readResults = (text: string): Section[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map(part => {
      const [title = '', , measured = '', ...lines] = part.split('\n')
      const table = lines.filter(each => each.startsWith('|'))
      return { title, measured, rows: table.slice(2).map(readRow) }
    })

/**
 * Merges the results of a run into the previous ones. Groups that were not run, or returned no row, keep their previous results. Sorted by
 * `titles`; groups that no longer exist are dropped.
 */
export const mergeSections = (
  before: readonly Section[],
  now: readonly Section[],
  titles: readonly string[],
): Section[] => {
  const fresh = now.filter(({ rows }) => rows.length > 0)
  return titles.flatMap(title => [fresh, before].map(all => all.find(each => each.title === title)).find(Boolean) ?? [])
}

/** Summarizes budgets met and missed, comparisons in which we are behind, and rows that could not be measured. */
export const closingLines = (rows: readonly Row[]): string => {
  const namesOf = (verdict: Verdict) => rows.filter(row => row.verdict === verdict).map(row => row.name)
  const named = (verdict: Verdict): string => {
    const names = namesOf(verdict)
    return names.length === 0 ? 'none' : `${names.length} (${names.join('; ')})`
  }
  const [met, missed, ahead, level] = (['met', 'missed', 'ahead', 'level'] as const).map(each => namesOf(each).length)
  return [
    `- Budgets met: ${met} of ${(met ?? 0) + (missed ?? 0)}. Missed: ${named('missed')}.`,
    `- Beside others: ahead in ${ahead}, level in ${level}, behind in ${named('behind')}.`,
    `- Not measured: ${named('not measured')}.`,
  ].join('\n')
}

const howToRead = `A row with a budget is a promise, and says who meets it. The other rows are observations: they steer nothing. \`0.82× (0.79–0.86)\` is the ratio of the two medians in its row, with the interval that holds it with 95 % confidence. Compare rows of one group, not two runs: machines differ, and so do hours.`

const notRun = (sections: readonly Section[], titles: readonly string[]): string => {
  const missing = titles.filter(title => sections.every(section => section.title !== title))
  return missing.length === 0 ? '' : `\n- Not run since they changed: ${missing.join('; ')}.`
}

/** The whole document. It names the groups of `titles` that no section is about. */
export const resultsText = (sections: readonly Section[], titles: readonly string[]): string =>
  [
    '# Results of `npm run bench`',
    howToRead,
    closingLines(sections.flatMap(({ rows }) => rows)) + notRun(sections, titles),
    ...sections.map(sectionText),
  ]
    .join('\n\n')
    .concat('\n')
