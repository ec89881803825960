/** Maximum query length. Longer input was not typed as a search; OpenAlex's limit on the URL is about 4 KB. */
const longestQuery = 300

/** OpenAlex reads these as operators; typed by a person they are nearly always an accident of pasting. */
const operators = /["“”()[\]{}\\|!*?~^:<>+&]/g

/** A query as typed → trimmed, composed (NFC), single-spaced, without control characters, at most 300 characters. */
export const cleanQuery = (typed: string): string =>
  [
    ...typed
      .normalize('NFC')
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  ]
    .slice(0, longestQuery)
    .join('')

/**
 * Normalizes a query: lowercase and without operators. Used for external requests and as the cache key. AND, OR and NOT are operators in
 * uppercase only.
 */
export const normaliseQuery = (query: string): string =>
  cleanQuery(query).toLowerCase().replaceAll(operators, ' ').replaceAll(/\s+/g, ' ').trim()

/** True if a query is worth a metered request: not while the last word is still being typed (under 3 letters). */
export const worthAskingOutside = (normalisedQuery: string): boolean => {
  const lastWord = normalisedQuery.split(' ').at(-1) ?? ''
  return [...lastWord].length >= 3
}
