import { type Counts, countVerdicts, type JudgedFile } from '../judge.ts'
import { printable } from '../printable.ts'
import type { Report } from './report.ts'
import { lineOf, pageOf, says } from './says.ts'

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
