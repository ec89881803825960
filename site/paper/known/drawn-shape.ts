import type { KnownFactKind, StatusKind } from './model.ts'
import { type ShapeKind, type ShapePart, shapeDrawings } from './shape-drawings.ts'

/** Colours of the light theme, for drawings that bring their own ground: badges and pictures. */
export const tones = { no: '#8b1214', amber: '#8a5a10', yes: '#0c5a56', plain: '#14242e', soft: '#586d78' } as const
export type Tone = keyof typeof tones

export const toneOfStatus: Readonly<Record<StatusKind, Tone>> = {
  retracted: 'no',
  republished: 'no',
  'partly-retracted': 'no',
  withdrawn: 'no',
  'not-held': 'no',
  concern: 'amber',
  mixed: 'amber',
  corrected: 'amber',
  held: 'yes',
  reinstated: 'yes',
  notice: 'plain',
  neutral: 'plain',
  nothing: 'plain',
  'not-asked': 'plain',
  'no-record': 'plain',
}

/** The colour in which a mark on the line is drawn. */
export const toneOfMark: Readonly<Record<KnownFactKind | 'publication', Tone>> = {
  held: 'yes',
  reinstatement: 'yes',
  'not-held': 'no',
  retraction: 'no',
  mixed: 'amber',
  correction: 'amber',
  concern: 'amber',
  notice: 'soft',
  note: 'plain',
  publication: 'plain',
}

/** A shape around (0, 0) as SVG that needs no styles. */
export const drawnShape = (kind: ShapeKind, colour: string, ground: string): string =>
  shapeDrawings[kind].map(part => drawnPart(part, colour, ground)).join('')

const drawnPart = ({ d, as }: ShapePart, colour: string, ground: string): string => {
  if (as === 'solid') return `<path d="${d}" fill="${colour}"/>`
  const line = `stroke="${colour}" stroke-width="${as === 'hollow' ? 2.6 : 3.6}" stroke-linecap="round" stroke-linejoin="round"`
  return `<path d="${d}" fill="${as === 'hollow' ? ground : 'none'}" ${line}/>`
}
