import type { KnownFactKind } from './model.ts'

type ShapeKind = KnownFactKind | 'publication' | 'unknown'

/** The ten shapes, drawn once per page around (0, 0); everything else refers to them. */
export const ShapeDefinitions = () => (
  <svg className="shape-definitions" aria-hidden="true">
    <defs>
      <circle id="shape-held" r="7.5" className="solid" />
      <circle id="shape-not-held" r="6.25" className="hollow" />
      <g id="shape-mixed">
        <circle r="6.5" className="hollow" />
        <path d="M0-7.5a7.5 7.5 0 0 1 0 15z" className="solid" />
      </g>
      <path id="shape-correction" d="M0-8.2 8.2 6.4H-8.2z" className="solid" />
      <path id="shape-retraction" d="M-6-6 6 6M6-6-6 6" className="stroke" />
      <path id="shape-concern" d="M0-7.6 7.6 0 0 7.6-7.6 0z" className="hollow" />
      <path id="shape-reinstatement" d="M-6.5.5-2 5.5 6.5-5" className="stroke" />
      <rect id="shape-notice" x="-5" y="-5" width="10" height="10" className="hollow" />
      <path id="shape-unknown" d="M-6.5 0H6.5" className="stroke" />
      <rect id="shape-publication" x="-4.5" y="-4.5" width="9" height="9" className="solid" />
    </defs>
  </svg>
)

/** One shape inside a drawing, in the colour of what it means. */
export const ShapeUse = ({ kind }: { kind: ShapeKind }) => <use href={`#shape-${kind}`} className={`is-${kind}`} />

/** One shape beside words that say the same. */
export const Shape = ({ kind }: { kind: ShapeKind }) => (
  <svg className="shape" viewBox="-9 -9 18 18" aria-hidden="true">
    <ShapeUse kind={kind} />
  </svg>
)
