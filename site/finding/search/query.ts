/** Longer input is no search anybody typed; OpenAlex's limit on the whole address is about 4 KB. */
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
 * The same question in one spelling: lower case and without operators. It is what is asked outside, and the key under
 * which the answer is kept. AND, OR and NOT are operators in capitals only.
 */
export const normaliseQuery = (query: string): string =>
  cleanQuery(query).toLowerCase().replaceAll(operators, ' ').replaceAll(/\s+/g, ' ').trim()

/** Whether a metered service should be asked: not for a last word that is still being typed (under 3 letters). */
export const worthAskingOutside = (normalisedQuery: string): boolean => {
  const lastWord = normalisedQuery.split(' ').at(-1) ?? ''
  return [...lastWord].length >= 3
}
