import { useSyncExternalStore } from 'react'
import { acknowledged } from './browser/acknowledged.ts'
import type { Row } from './model.ts'
import { Rows } from './Rows.tsx'

/** Flagged references, most serious first. Acknowledged ones are not flagged again in this browser. */
export const Raised = ({ rows }: { rows: readonly Row[] }) => {
  const known = useSyncExternalStore(acknowledged.subscribe, acknowledged.read, () => acknowledged.none)
  const isKnown = ({ id }: Row): boolean => known.includes(id)
  const aside = rows.filter(isKnown)
  const tick = { isKnown, set: acknowledged.set }
  return (
    <>
      <Rows rows={rows.filter(row => !isKnown(row))} tick={tick} />
      {aside.length > 0 && (
        <details className="check-folded">
          <summary>{`${aside.length} that you know of`}</summary>
          <Rows rows={aside} tick={tick} />
        </details>
      )}
    </>
  )
}
