import { type Doi, paths } from '../../kit/doi/index.ts'
import type { NewActivity } from '../activity/index.ts'
import type { Fall, Fallen } from './fall.ts'
import { spanOf } from './when-fell.ts'

/** Key of a citation: announced once per pair, whatever later events the cited paper has. */
export const activityKey = (citing: Doi, cited: Doi): string => `cites ${citing} ${cited}`

const kinds = {
  retracted: 'cites-retracted',
  withdrawn: 'cites-retracted',
  'partly-retracted': 'cites-retracted',
  concern: 'cites-concern',
  'not-held': 'cites-not-held',
} as const satisfies Record<Fall, NewActivity['kind']>

const labels: Readonly<Record<Fall, string>> = {
  retracted: 'A paper it cites was retracted',
  withdrawn: 'A paper it cites was withdrawn',
  'partly-retracted': 'A paper it cites was retracted in part',
  concern: 'A paper it cites has an expression of concern',
  'not-held': 'A paper it cites failed to replicate',
}

/** Activity for watchers of a paper that cites a flagged one. `title`: of the cited paper, null if unknown. */
export const activityOf = (
  { citing, cited, title }: { citing: Doi; cited: Doi; title: string | null },
  { fall, status }: Fallen,
  now: number,
): NewActivity => {
  const { last: date } = spanOf(status)
  const day = date?.length === 10 ? Date.parse(date) : now
  return {
    doi: citing,
    kind: kinds[fall],
    key: activityKey(citing, cited),
    at: Number.isFinite(day) ? Math.min(day, now) : now,
    date,
    by: status.source ?? { name: 'Crossref', href: null },
    label: labels[fall],
    outcome: null,
    detail: title ?? cited,
    path: `${paths.paper(citing)}#cites`,
  }
}
