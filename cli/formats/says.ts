import { hasLines } from '../answer.ts'
import type { JudgedFile, JudgedReference } from '../judge.ts'
import { printable } from '../printable.ts'

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
