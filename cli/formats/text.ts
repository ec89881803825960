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
      ...(found_by === 'title' ? ['Found by its title: see that it is this paper.'] : []),
      ...(verdict === 'accepted' ? ['Accepted before.'] : []),
    ].join(' '),
  )
}

/** The line of a reference in its file, from 1; null for files that have none, such as office documents. */
export const lineOf = (
  { format }: Pick<JudgedFile, 'format'>,
  { line }: Pick<JudgedReference, 'line'>,
): number | null => (hasLines(format) ? line : null)

/** The page of a paper on the site. */
export const pageOf = (site: URL, doi: string): string =>
  new URL(`/${doi.split('/').map(encodeURIComponent).join('/')}`, site).href

/** Formats a report for people: failures first, then other findings, each with its location, and a summary line. */
export const asText = ({ site, files }: Report): string => {
  const told = (['fails', 'told'] as const).flatMap(verdict =>
    files.flatMap(file =>
      file.references
        .filter(reference => reference.verdict === verdict)
        .map(reference => {
          const page = reference.doi === null ? [] : [`  ${pageOf(site, reference.doi)}`]
          return [`${placeOf(file, lineOf(file, reference))}: ${says(reference)}`, ...page].join('\n')
        }),
    ),
  )
  const toLookAt = files.flatMap(file =>
    file.references.flatMap(reference =>
      reference.maybe === null
        ? []
        : [
            `${placeOf(file, lineOf(file, reference))}: May be ${printable(reference.maybe.title ?? '')} (${printable(reference.maybe.doi)}): look at it yourself.\n  ${pageOf(site, reference.maybe.doi)}`,
          ],
    ),
  )
  const unread = files.flatMap(file =>
    file.unread.map(({ line, why }) => `${placeOf(file, lineOf(file, { line }))}: Not read: ${printable(why)}`),
  )
  return `${[...told, ...toLookAt, ...unread, sumsOf(countVerdicts(files))].join('\n')}\n`
}

const placeOf = ({ file }: JudgedFile, line: number | null): string =>
  line === null ? printable(file) : `${printable(file)}:${line}`

/** "154 references: 3 fail, 1 was accepted before, 2 to know of, 120 with nothing against them, 28 not found." */
export const sumsOf = ({ references, fails, accepted, told, clear, notFound, toLookAt, unread }: Counts): string => {
  const fine = clear - notFound - toLookAt
  const parts = [
    [fails, fails === 1 ? 'fails' : 'fail'],
    [accepted, 'accepted before'],
    [told, 'to know of'],
    [toLookAt, 'to look at'],
    [fine, 'with nothing against them'],
    [notFound, 'not found'],
    [unread, 'not read'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`)
  return `${references} ${references === 1 ? 'reference' : 'references'}${said.length === 0 ? '' : `: ${said.join(', ')}`}.`
}
