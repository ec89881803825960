import type { KnownFactKind } from './model.ts'

export type ShapeKind = KnownFactKind | 'publication' | 'unknown' | 'unasked'

/** Drawing style of a shape's part: filled, outlined on the card's background, or a thick stroke. */
export type ShapePart = { d: string; as: 'solid' | 'hollow' | 'stroke' }

/** A circle around (0, 0) as a path. */
const circle = (r: number): string => `M-${r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`

/** The twelve shapes around (0, 0), at most 18 wide and high: on pages, in badges and in pictures the same. */
export const shapeDrawings: Readonly<Record<ShapeKind, readonly ShapePart[]>> = {
  held: [{ d: circle(7.5), as: 'solid' }],
  'not-held': [{ d: circle(6.25), as: 'hollow' }],
  mixed: [
    { d: circle(6.5), as: 'hollow' },
    { d: 'M0-7.5a7.5 7.5 0 0 1 0 15z', as: 'solid' },
  ],
  correction: [{ d: 'M0-8.2 8.2 6.4H-8.2z', as: 'solid' }],
  retraction: [{ d: 'M-6-6 6 6M6-6-6 6', as: 'stroke' }],
  concern: [{ d: 'M0-7.6 7.6 0 0 7.6-7.6 0z', as: 'hollow' }],
  reinstatement: [{ d: 'M-6.5.5-2 5.5 6.5-5', as: 'stroke' }],
  notice: [{ d: 'M-5-5h10v10h-10z', as: 'hollow' }],
  note: [{ d: 'M-7-6.5H7v9.5H.5L-4 7V3h-3z', as: 'hollow' }],
  unasked: [{ d: 'M-3.8-3.4a3.8 3.8 0 1 1 5.6 3.3Q0 .9 0 2.6M0 7v.01', as: 'stroke' }],
  unknown: [{ d: 'M-6.5 0H6.5', as: 'stroke' }],
  publication: [{ d: 'M-4.5-4.5h9v9h-9z', as: 'solid' }],
}
