import { type ShapeKind, shapeDrawings } from './shape-drawings.ts'

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
