import { HttpProblem } from './http-problem.ts'

/** The longest URL that is read, in characters: room for a DOI of 2,000 characters with each of them percent-encoded. */
const longestUrl = 8_000

/**
 * Refuses URLs that nobody could answer: too long, with a broken percent-encoding, or with a NUL character, which
 * PostgreSQL cannot store. After this a handler may decode the path and the query without fear.
 * @throws HttpProblem 414 or 400.
 */
export const checkUrl = (url: string): void => {
  if (url.length > longestUrl) {
    throw new HttpProblem(414, `This address is longer than ${longestUrl} characters: shorten it.`)
  }
  if (!url.includes('%')) return
  if (url.includes('%00')) throw malformed('it holds a NUL character')
  const query = url.indexOf('?')
  // In a query, a percent sign that encodes nothing is what people type: "50% of". It is read as it is.
  const path = query === -1 ? url : url.slice(0, query)
  try {
    decodeURIComponent(path)
  } catch {
    throw malformed('a percent sign in its path is not followed by two digits of UTF-8')
  }
}

const malformed = (why: string): HttpProblem =>
  new HttpProblem(400, `This address is malformed: ${why}.`, { kind: 'malformed-url' })
