/** One curve of a chart: points in the units of the axes, in order of x. */
export type Curve = { name: string; points: readonly { x: number; y: number }[]; isDashed?: boolean }

export type Axis = { title: string; ticks: readonly { at: number; text: string }[] }

export type Chart = { title: string; x: Axis; y: Axis; curves: readonly Curve[] }

const size = { width: 760, height: 420 }
const margin = { left: 84, right: 230, top: 48, bottom: 56 }
// Colorblind-safe palette (Okabe and Ito, 2008), legible on light and dark backgrounds.
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#a67c00', '#56b4e9', '#7a7a7a']

const asMarkup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Maps a value to its position between the first and the last tick, from 0 to 1, on a logarithmic scale. */
const placeOn = ({ ticks }: Axis, value: number): number => {
  const [low, high] = [Math.log(ticks[0]?.at ?? 1), Math.log(ticks.at(-1)?.at ?? 10)]
  return Math.min(1, Math.max(0, (Math.log(value) - low) / (high - low)))
}

/** Renders a log-log chart of curves as SVG, with colors for light and dark pages. */
export const drawChart = ({ title, x, y, curves }: Chart): string => {
  const [right, bottom] = [size.width - margin.right, size.height - margin.bottom]
  const atX = (value: number): number => Math.round(margin.left + placeOn(x, value) * (right - margin.left))
  const atY = (value: number): number => Math.round(bottom - placeOn(y, value) * (bottom - margin.top))
  const text = (left: number, top: number, anchor: string, words: string): string =>
    `<text x="${left}" y="${top}" text-anchor="${anchor}">${asMarkup(words)}</text>`
  const parts = [
    `<text x="${margin.left}" y="24" font-weight="600">${asMarkup(title)}</text>`,
    ...x.ticks.map(
      tick =>
        `<path class="grid" d="M${atX(tick.at)} ${margin.top}V${bottom}"/>${text(atX(tick.at), bottom + 20, 'middle', tick.text)}`,
    ),
    ...y.ticks.map(
      tick =>
        `<path class="grid" d="M${margin.left} ${atY(tick.at)}H${right}"/>${text(margin.left - 8, atY(tick.at) + 4, 'end', tick.text)}`,
    ),
    text((margin.left + right) / 2, size.height - 12, 'middle', x.title),
    text(margin.left, margin.top - 8, 'start', y.title),
    ...curves.map(({ points, isDashed }, n) => {
      const path = points.map(point => `${atX(point.x)} ${atY(point.y)}`).join('L')
      return `<path class="curve" stroke="${colours[n % colours.length]}"${isDashed === true ? ' stroke-dasharray="5 4"' : ''} d="M${path}"/>`
    }),
    ...curves.map(({ name }, n) => {
      const top = margin.top + 16 + n * 22
      return `<path class="curve" stroke="${colours[n % colours.length]}" d="M${right + 14} ${top - 4}h18"/>${text(right + 40, top, 'start', name)}`
    }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${asMarkup(title)}">
<style>svg{font:13px system-ui,sans-serif;background:#fff}text{fill:#222}.grid{stroke:#ddd;fill:none}.curve{fill:none;stroke-width:2.5;stroke-linejoin:round}
@media(prefers-color-scheme:dark){svg{background:#0f171c}text{fill:#e6ecee}.grid{stroke:#2c3a42}}</style>
${parts.join('\n')}
</svg>
`
}
