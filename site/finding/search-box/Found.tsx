import { StatusMark } from '../../paper/known/index.tsx'
import type { FoundPaper, FoundWork } from './found-paper.ts'
import { readNote, readSearchJson } from './search-json.ts'
import type { Search } from './suggestions.ts'

/** SPEC §8: messages for searches without results, in the search box and on the results page. */
export const searchMessages = {
  tooMany: 'Too many requests. Please try again in a moment.',
  unavailable: 'Search service is currently unavailable.',
  none: 'No papers found. Try different keywords.',
  unreachable: 'Error searching papers. Please try again.',
  unreadable: 'Search error. Please try again.',
} as const

/** Requests `GET /search?q=` and maps each failure to a message of SPEC §8. */
export const askSearch: Search = async (query, signal) => {
  let response: Response
  try {
    response = await fetch(`/search?${new URLSearchParams({ q: query })}`, {
      headers: { accept: 'application/json' },
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', message: searchMessages.unreachable }
  }
  if (response.status === 429) return { kind: 'failed', message: searchMessages.tooMany }
  if (!response.ok) return { kind: 'failed', message: searchMessages.unavailable }
  try {
    const json: unknown = await response.json()
    return { kind: 'found', results: readSearchJson(json), note: readNote(json) }
  } catch (error) {
    if (signal.aborted) throw error
    return { kind: 'failed', message: searchMessages.unreadable }
  }
}

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

/** One paper among others, in two lines: all on the side where its title begins, each in its own direction. */
export const Found = ({ work }: { work: FoundPaper }) => {
  const { title, byline } = describeWork(work)
  return (
    <span className="found" dir="auto">
      <span className="found-title">{title}</span>
      {work.status !== null && (
        <span className="found-status" dir="ltr">
          <StatusMark status={work.status} />
        </span>
      )}
      <span className="found-by" dir="auto">
        {byline}
      </span>
    </span>
  )
}
