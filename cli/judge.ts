import type { Answer, Reference } from './answer.ts'
import { type Accepted, accepts } from './baseline.ts'
import { isReported, type StatusKey } from './statuses.ts'

/**
 * Verdict on a reference: `fail`; `accepted` if it would fail but is in the baseline; `warn` for other findings; `pass` without findings,
 * including references that were not found.
 */
export type Verdict = 'fail' | 'accepted' | 'warn' | 'pass'

export type JudgedReference = Reference & { verdict: Verdict }

/** A file that was checked. */
export type JudgedFile = Omit<Answer, 'references'> & { file: string; references: readonly JudgedReference[] }

/** Statuses that fail the check, and the accepted baseline. */
export type Rules = { failOn: readonly StatusKey[]; baseline: readonly Accepted[] }

export const judgeFile = (file: string, { references, ...answer }: Answer, rules: Rules): JudgedFile => ({
  file,
  ...answer,
  references: references.map(reference => ({ ...reference, verdict: verdictOn(reference, rules) })),
})

const verdictOn = (reference: Reference, { failOn, baseline }: Rules): Verdict => {
  const { key } = reference.status
  if (failOn.includes(key)) return accepts(baseline, reference) ? 'accepted' : 'fail'
  return isReported(key) ? 'warn' : 'pass'
}

/** Returns the entries of a new baseline: everything that fails now or was accepted. */
export const acceptableIn = (files: readonly JudgedFile[]): Accepted[] =>
  files.flatMap(({ references }) =>
    references.flatMap(({ doi, status: { key, date }, verdict }) =>
      doi !== null && (verdict === 'fail' || verdict === 'accepted') ? [{ doi, status: key, date }] : [],
    ),
  )

/** Counts of references by verdict across all files, with those not found and those with a possible match to confirm. */
export type Counts = Record<Verdict, number> & {
  references: number
  not_found: number
  possible_matches: number
  unread: number
}

export const countVerdicts = (files: readonly JudgedFile[]): Counts => {
  const all = files.flatMap(({ references }) => references)
  const having = (verdict: Verdict): number => all.filter(one => one.verdict === verdict).length
  return {
    references: all.length,
    fail: having('fail'),
    accepted: having('accepted'),
    warn: having('warn'),
    pass: having('pass'),
    not_found: all.filter(({ status, possible_match }) => isMissing(status.key) && possible_match === null).length,
    possible_matches: all.filter(({ possible_match }) => possible_match !== null).length,
    unread: files.reduce((sum, { unread }) => sum + unread.length, 0),
  }
}

const isMissing = (status: StatusKey): boolean => status === 'not-found' || status === 'unknown-doi'
