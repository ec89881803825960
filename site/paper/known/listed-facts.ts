import type { KnownFact, KnownFactKind, StatusKind } from './model.ts'

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

/** A fact and its place in `KnownModel.facts`, by which the strip links to it. */
export type Placed = { fact: KnownFact; index: number }

/** So many facts are listed on the paper's own page, which a phone has to load; all of them are on pages of their own. */
export const mostListed = 60
/** So many are on one of those. */
export const factsAPage = 50

/** True for published evidence; community reports and notes have their own sections. */
export const isPublished = ({ group }: Pick<KnownFact, 'group'>): boolean => group !== 'report' && group !== 'note'

/** The facts that the paper's page lists: editorial notices and reports first, then attempts, each newest first. Notes have their own section. */
export const listedFacts = (facts: readonly KnownFact[]): readonly Placed[] => {
  const placed = facts.map((fact, index) => ({ fact, index })).filter(({ fact }) => fact.group !== 'note')
  if (placed.length <= mostListed) return placed
  const isAttempt = ({ fact: { group } }: Placed): boolean => group === 'attempt' || group === 'repeated'
  return [...placed.filter(one => !isAttempt(one)), ...placed.filter(isAttempt)].slice(0, mostListed)
}

/** The page of the whole list on which a fact stands. */
export const pageOfFact = (index: number): number => Math.floor(index / factsAPage) + 1
