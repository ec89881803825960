import { type Amount, formatAmounts } from '../../kit/amounts/format.ts'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { paths } from '../../kit/doi/index.ts'
import { type ListedActivity, mostCounted, type WantedPaper } from '../../paper/activity/index.ts'
import { dateInWords, type KnownFactKind, nothingKnown, statusMark } from '../../paper/known/index.ts'
import type { PaperSummary } from '../../paper/papers/index.ts'
import type { HappenedModel, WantedModel } from './models.ts'

export const happenedInWords = (
  { id, doi, kind, outcome, at, date, by, label, detail, path }: ListedActivity,
  paper: PaperSummary | undefined,
): HappenedModel => {
  const day = date ?? new Date(at).toISOString().slice(0, 10)
  return {
    id,
    title: paper?.title ?? doi,
    path,
    shape: shapeOf({ kind, outcome }),
    label,
    when: dateInWords({ date: day, dateIsLatest: false }).trim(),
    year: day.slice(0, 4),
    by: by.name,
    detail,
  }
}

export const wantedInWords = (
  { doi, watchers, claims }: WantedPaper,
  paper: PaperSummary | undefined,
  bounty: readonly Amount[] | undefined,
): WantedModel => ({
  title: paper?.title ?? doi,
  path: paths.paper(doi),
  status: statusMark(paper?.status ?? nothingKnown),
  bounty: bounty === undefined || bounty.length === 0 ? null : formatAmounts(bounty),
  interest: interestInWords({ watchers, claims }),
})

/** "3 people watch it · one is reproducing it". */
export const interestInWords = ({ watchers, claims }: Pick<WantedPaper, 'watchers' | 'claims'>): string =>
  [
    ...(watchers > 0 ? [watchers === 1 ? '1 person watches it' : `${groupedNumber(watchers)} people watch it`] : []),
    claims === 0
      ? 'nobody has claimed it yet'
      : claims === 1
        ? 'one person has claimed it'
        : `${groupedNumber(claims)} people have claimed it`,
  ]
    .join(' · ')
    .replace(/^./, first => first.toUpperCase())

/** "12" · "1,000+" for more than are counted. */
export const countInWords = (count: number): string =>
  count > mostCounted ? `${groupedNumber(mostCounted)}+` : groupedNumber(count)

/** Returns an event's icon, the same as on the paper's page. */
export const shapeOf = ({ kind, outcome }: Pick<ListedActivity, 'kind' | 'outcome'>): KnownFactKind | null => {
  switch (kind) {
    case 'correction':
    case 'retraction':
    case 'concern':
    case 'reinstatement':
      return kind
    case 'replication':
    case 'report-approved':
      return outcome === null ? null : shapesOfOutcomes[outcome]
    default:
      return null
  }
}

const shapesOfOutcomes = {
  held: 'held',
  success: 'held',
  'not-held': 'not-held',
  failed: 'not-held',
  mixed: 'mixed',
  partial: 'mixed',
  unclear: 'mixed',
} as const satisfies Record<NonNullable<ListedActivity['outcome']>, KnownFactKind>
