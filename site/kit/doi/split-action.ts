import { type Doi, doiFromText } from './doi.ts'

/** Action in a path: the paper's page itself, or a keyword after a DOI. */
export type DoiAction =
  | 'paper'
  | 'vote'
  | 'watch'
  | 'comment'
  | 'claim'
  | 'problem'
  | 'audit'
  | 'reproduce'
  | 'contribute'
  | 'cite'
  | 'all'
  | 'crate'

const actionWords: ReadonlySet<string> = new Set<DoiAction>([
  'vote',
  'watch',
  'comment',
  'claim',
  'problem',
  'audit',
  'reproduce',
  'contribute',
])
const actionWordsWithRest: ReadonlySet<string> = new Set<DoiAction>(['audit', 'cite', 'all'])

/** Every word that may follow a DOI. */
export const doiActions: readonly string[] = [...actionWords, ...actionWordsWithRest]

/** Path suffix of a report's RO-Crate: the file name that the specification requires. */
export const crateFile = 'ro-crate-metadata.json'

const endsLikeAnAction = new RegExp(
  `/(?:(?:${[...actionWords, ...actionWordsWithRest].join('|')})(?:/[^/]*)?|audit/[^/]*/${crateFile.replace('.', '\\.')})$`,
  'i',
)

/** Cheap check before `splitAction`: false for nearly every DOI. For paths whose letters are not percent-encoded. */
export const mayEndLikeAnAction = (path: string): boolean => endsLikeAnAction.test(path)

type Split = {
  /** Null if the part before the action is not a DOI. */
  doi: Doi | null
  action: DoiAction
  /** The part after the action: a report's hash or a citation format; '' if none. */
  rest: string
  /** Index of the segment that holds the action's word; null for the paper's page. */
  at: number | null
}

/**
 * Reads the segments of a path, split at its raw slashes but not yet decoded, from the right. A word counts as an action
 * only when a whole DOI is left of it, so `/10.1234/claim` is a paper and `/10.1234/x/claim` is the claim page of
 * `10.1234/x`. Throws `URIError` on a malformed percent sequence.
 */
export const splitAction = (rawSegments: readonly string[]): Split => {
  const segments = rawSegments.map(decodeURIComponent)
  const last = segments.length - 1
  const end = segments[last]?.toLowerCase() ?? ''
  const found =
    crateAt(segments, last) ??
    actionAt(segments, last, actionWords, '') ??
    (end === ''
      ? actionAt(segments, last - 1, actionWords, '')
      : actionAt(segments, last - 1, actionWordsWithRest, end))
  return found ?? { doi: doiFromText(segments.join('/')), action: 'paper', rest: '', at: null }
}

const actionAt = (segments: readonly string[], at: number, words: ReadonlySet<string>, rest: string): Split | null => {
  const word = segments[at]?.toLowerCase() ?? ''
  if (!words.has(word)) return null
  const doi = doiFromText(segments.slice(0, at).join('/'))
  return doi === null ? null : { doi, action: word as DoiAction, rest, at }
}

const crateAt = (segments: readonly string[], last: number): Split | null => {
  if (segments[last]?.toLowerCase() !== crateFile) return null
  const report = actionAt(segments, last - 2, new Set(['audit']), segments[last - 1]?.toLowerCase() ?? '')
  return report === null || report.rest === '' ? null : { ...report, action: 'crate' }
}
