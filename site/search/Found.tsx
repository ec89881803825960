import type { SearchResult } from './models.ts'

/** One paper among others: title, up to three authors, journal, year (SPEC §9). */
export function Found({ result }: { result: SearchResult }) {
  const authors = result.authors.join(', ') + (result.moreAuthors ? ' et al.' : '')
  const where = [result.journal, result.year].filter(part => part !== null).join(' · ')
  return (
    <>
      <span className="found-title">{result.title}</span>
      <span className="found-by">{[authors, where].filter(part => part !== '').join(' · ')}</span>
    </>
  )
}
