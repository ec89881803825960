import { type ShapeKind, shapeDrawings } from './listed-facts.ts'
import type { StatusMark as Mark } from './model.ts'
import { statusShape } from './status-words.ts'

/** The twelve shapes, drawn once per page; everything else refers to them. */
export const ShapeDefinitions = () => (
  <svg className="shape-definitions" aria-hidden="true">
    <defs>
      {Object.entries(shapeDrawings).map(([kind, parts]) => (
        <g key={kind} id={`shape-${kind}`}>
          {parts.map(({ d, as }) => (
            <path key={d} d={d} className={as} />
          ))}
        </g>
      ))}
    </defs>
  </svg>
)

/** A shape within an SVG, in its color. */
export const ShapeUse = ({ kind }: { kind: ShapeKind }) => <use href={`#shape-${kind}`} className={`is-${kind}`} />

/** A decorative shape beside its label. */
export const Shape = ({ kind }: { kind: ShapeKind }) => (
  <svg className="shape" viewBox="-9 -9 18 18" aria-hidden="true">
    <ShapeUse kind={kind} />
  </svg>
)

/** Status in a list, with the same shape and label as on its page. */
export const StatusMark = ({ status: { kind, words } }: { status: Mark }) => {
  const shape = statusShape(kind)
  return (
    <span className={`status-mark is-${shape}`}>
      <Shape kind={shape} />
      {words}
    </span>
  )
}
