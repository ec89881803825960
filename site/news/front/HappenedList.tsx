import { Shape } from '../../paper/known/index.tsx'
import type { HappenedModel } from './models.ts'

/** Paper events with paper, date and source. */
export const HappenedList = ({ entries, whole }: { entries: readonly HappenedModel[]; whole: boolean }) => (
  <ul className="found-list happened">
    {entries.map(({ id, title, path, shape, label, when, by, detail }) => (
      <li key={id}>
        <a href={path}>
          <span className={`happened-label${shape === null ? '' : ` is-${shape}`}`}>
            {shape !== null && <Shape kind={shape} />}
            {label}
          </span>
          <span className="found-title" dir="auto">
            {title}
          </span>
          {whole && detail !== null && (
            <span className="happened-detail" dir="auto">
              {detail}
            </span>
          )}
          <span className="found-by">
            <bdi>{by}</bdi>, {when}
          </span>
        </a>
      </li>
    ))}
  </ul>
)
