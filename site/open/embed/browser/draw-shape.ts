import { type ShapePart, type StatusKind, shapeDrawings, statusShape } from '../../../paper/known/index.tsx'

const svgNamespace = 'http://www.w3.org/2000/svg'

/** The shape of a status, as everywhere on the site; made piece by piece, since pages may forbid markup from text. */
export const drawShape = (kind: StatusKind): SVGElement => {
  const svg = element('svg', { viewBox: '-10 -10 20 20', 'aria-hidden': 'true' })
  svg.append(...shapeDrawings[statusShape(kind)].map(drawPart))
  return svg
}

const drawPart = ({ d, as }: ShapePart): SVGElement =>
  as === 'solid'
    ? element('path', { d, fill: 'currentColor' })
    : element('path', {
        d,
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': as === 'hollow' ? '2.6' : '3.6',
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      })

const element = (name: string, attributes: Readonly<Record<string, string>>): SVGElement => {
  const made = document.createElementNS(svgNamespace, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}
