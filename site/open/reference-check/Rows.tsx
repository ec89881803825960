import { Shape } from '../../paper/known/index.tsx'
import type { Row } from './model.ts'

type Tick = { isKnown: (row: Row) => boolean; set: (id: string, isKnown: boolean) => void }

/** References with their status and matching method. */
export const Rows = ({ rows, tick = null }: { rows: readonly Row[]; tick?: Tick | null }) =>
  rows.length === 0 ? null : (
    <ol className="check-rows">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bibliography may hold a paper twice.
        <li key={`${row.id} ${index}`} className={`is-${row.shape}`}>
          <Shape kind={row.shape} />
          <div>
            <p className="check-title" dir="auto">
              {row.href === null ? row.title : <a href={row.href}>{row.title}</a>}
            </p>
            <p className="check-what">
              {row.what !== null && <strong>{`${row.what}. `}</strong>}
              <span>{`You cite it as ${row.cited}.`}</span>
            </p>
            {row.cites !== null && <p className="check-cites">{`${row.cites}.`}</p>}
            <Small row={row} />
          </div>
          {tick !== null && (
            <label className="needs-script">
              <input
                type="checkbox"
                checked={tick.isKnown(row)}
                onChange={event => tick.set(row.id, event.target.checked)}
              />
              I know
            </label>
          )}
        </li>
      ))}
    </ol>
  )

const Small = ({ row: { year, notice, found } }: { row: Row }) => (
  <p className="check-small">
    {year !== null && <span>{year}</span>}
    {notice !== null && <a href={notice}>The notice</a>}
    {found !== null &&
      (found.isGuess ? <span className="check-guess">{found.words}</span> : <span>{`Found ${found.words}`}</span>)}
  </p>
)
