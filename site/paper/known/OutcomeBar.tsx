import type { OutcomeKind } from './model.ts'
import { Shape } from './Shape.tsx'

export type OutcomeCounts = Readonly<Record<OutcomeKind, number>>

const order: readonly OutcomeKind[] = ['held', 'mixed', 'not-held']
export const outcomeWords: Readonly<Record<OutcomeKind, string>> = {
  held: 'replicated',
  mixed: 'mixed or unclear',
  'not-held': 'failed to replicate',
}

/** Replication outcomes: a bar with counts. */
export const OutcomeBar = ({ title, counts }: { title: string; counts: OutcomeCounts }) => {
  const all = counts.held + counts.mixed + counts['not-held']
  let start = 0
  return (
    <div className="outcomes">
      <h3>{title}</h3>
      <svg className="outcomes-bar" aria-hidden="true">
        {order
          .filter(kind => counts[kind] > 0)
          .map(kind => {
            const length = (counts[kind] / all) * 100
            const x = start
            start += length
            return (
              <svg
                key={kind}
                x={`${x}%`}
                width={`${Math.max(length - 0.6, 0.6)}%`}
                className={`is-${kind}`}
                aria-hidden="true"
              >
                <rect width="100%" height="100%" rx="3" />
              </svg>
            )
          })}
      </svg>
      <ul>
        {order
          .filter(kind => counts[kind] > 0)
          .map(kind => (
            <li key={kind}>
              <Shape kind={kind} />
              <b>{counts[kind]}</b>
              {` ${outcomeWords[kind]}`}
            </li>
          ))}
      </ul>
    </div>
  )
}
