import { hasLines } from '../answer.ts'
import type { JudgedFile, JudgedReference } from '../judge.ts'
import { printable } from '../printable.ts'

/** What is said of a reference in one line: what is known, which reference it is, and that a guess has to be looked at. */
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
