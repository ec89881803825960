import { hasLines } from '../answer.ts'
import { type Counts, countVerdicts, type JudgedFile, type JudgedReference } from '../judge.ts'
import { printable } from '../printable.ts'

/** A report about checked files. `files` are in command-line order; `site` is the site that checked them. */
export type Report = { site: URL; files: readonly JudgedFile[] }

/** Describes a reference in one line: its status, its key and DOI, and a warning if the match is a guess. */
export const says = ({ key, doi, found_by, status: { sentence }, verdict }: JudgedReference): string => {
  const which = [key, doi].filter(each => each !== null).join(', ')
  return printable(
    [
      sentence,
      ...(which === '' ? [] : [`(${which})`]),
      ...(found_by === 'title' ? ['Matched by title: confirm that it is this paper.'] : []),
      ...(verdict === 'accepted' ? ['Accepted in the baseline.'] : []),
    ].join(' '),
  )
}

/** The line of a reference in its file, from 1; null for files that have none, such as office documents. */
export const lineOf = (
  { format }: Pick<JudgedFile, 'format'>,
  { line }: Pick<JudgedReference, 'line'>,
): number | null => (hasLines(format) ? line : null)

/** URL of a paper's page on the site. */
export const pageOf = (site: URL, doi: string): string =>
  new URL(`/${doi.split('/').map(encodeURIComponent).join('/')}`, site).href

/** Formats a report for people: failures first, then other findings, each with its location, and a summary line. */
export const asText = ({ site, files }: Report): string => {
  const told = (['fail', 'warn'] as const).flatMap(verdict =>
    files.flatMap(file =>
      file.references
        .filter(reference => reference.verdict === verdict)
        .map(reference => {
          const page = reference.doi === null ? [] : [`  ${pageOf(site, reference.doi)}`]
          return [`${placeOf(file, lineOf(file, reference))}: ${says(reference)}`, ...page].join('\n')
        }),
    ),
  )
  const possibleMatches = files.flatMap(file =>
    file.references.flatMap(reference =>
      reference.possible_match === null
        ? []
        : [
            `${placeOf(file, lineOf(file, reference))}: Possible match to confirm: ${printable(reference.possible_match.title ?? '')} (${printable(reference.possible_match.doi)}).\n  ${pageOf(site, reference.possible_match.doi)}`,
          ],
    ),
  )
  const unread = files.flatMap(file =>
    file.unread.map(({ line, reason }) => `${placeOf(file, lineOf(file, { line }))}: Unreadable: ${printable(reason)}`),
  )
  return `${[...told, ...possibleMatches, ...unread, sumsOf(countVerdicts(files))].join('\n')}\n`
}

const placeOf = ({ file }: JudgedFile, line: number | null): string =>
  line === null ? printable(file) : `${printable(file)}:${line}`

/** "154 references: 3 failed, 1 accepted, 2 warnings, 120 without findings, 28 not found." */
export const sumsOf = (counts: Counts): string => {
  const { references, fail, accepted, warn, pass, not_found, possible_matches, unread } = counts
  const passed = pass - not_found - possible_matches
  const parts = [
    [fail, 'failed'],
    [accepted, 'accepted'],
    [warn, warn === 1 ? 'warning' : 'warnings'],
    [possible_matches, possible_matches === 1 ? 'possible match' : 'possible matches'],
    [passed, 'without findings'],
    [not_found, 'not found'],
    [unread, 'unreadable'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, noun]) => `${count} ${noun}`)
  return `${references} ${references === 1 ? 'reference' : 'references'}${said.length === 0 ? '' : `: ${said.join(', ')}`}.`
}
