import { HttpProblem } from './http-problem.ts'

/** The longest URL that is read, in characters: room for a DOI of 2,000 characters with each of them percent-encoded. */
const longestUrl = 8_000

/**
 * Rejects invalid URLs: too long, with broken percent-encoding, or with a NUL character, which PostgreSQL cannot store. Afterwards a
 * handler can decode path and query safely.
 * @throws HttpProblem 414 or 400.
 */
export const checkUrl = (url: string): void => {
  if (url.length > longestUrl) {
    throw new HttpProblem(414, `This address is longer than ${longestUrl} characters: shorten it.`)
  }
  if (!url.includes('%')) return
  if (url.includes('%00')) throw malformed('it holds a NUL character')
  const query = url.indexOf('?')
  // People type bare percent signs in queries ("50% of"), which are kept as they are.
  const path = query === -1 ? url : url.slice(0, query)
  try {
    decodeURIComponent(path)
  } catch {
    throw malformed('a percent sign in its path is not followed by two digits of UTF-8')
  }
}

const malformed = (why: string): HttpProblem =>
  new HttpProblem(400, `This address is malformed: ${why}.`, { kind: 'malformed-url' })
