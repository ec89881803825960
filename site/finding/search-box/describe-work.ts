import type { FoundWork } from './found-paper.ts'

/** SPEC §9. */
const authorsShown = 3

/** Returns the two display lines of a work: its title (else its DOI), and authors, journal and year. */
export const describeWork = ({
  doi,
  title,
  authors,
  authorsTruncated,
  journal,
  year,
}: FoundWork): {
  title: string
  byline: string
} => {
  const more = authorsTruncated || authors.length > authorsShown
  const names = authors.slice(0, authorsShown).join(', ') + (more ? ' et al.' : '')
  const where = [journal, year].filter(part => part !== null).join(' · ')
  return { title: title ?? doi, byline: [names, where].filter(part => part !== '').join(' · ') }
}
