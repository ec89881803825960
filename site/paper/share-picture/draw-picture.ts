import { drawnShape, isNumberLeft, type Status, toneOfMark, toneOfStatus, tones } from '../known/index.ts'
import { fontWeight } from './fonts/font-files.ts'
import { type PictureModel, pictureSize } from './picture-model.ts'
import type { Typeface } from './typeface.ts'

/** Lines of a text, and the size of its letters in px. */
export type SetText = { lines: string[]; size: number }

type Box = {
  /** Width and height in px. */
  width: number
  height: number
  /** Sizes to try, the largest first. */
  sizes: readonly number[]
  /** From one line to the next, where 1 is the size. */
  leading: number
  /** Width of a text, where 1 is the size. */
  measure: (text: string) => number
}

/** A word with the space after it, a part of one up to a hyphen, or a character of a script without spaces. */
const breakable =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\p{P}\s]*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[^\s\p{Pd}])*(?:\p{Pd}+|\s+|$|(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]))/gu

/** Fits text into a box at the largest possible size with balanced lines; truncates with "…" at the smallest size. */
export const setText = (text: string, { width, height, sizes, leading, measure }: Box): SetText => {
  for (const size of sizes) {
    const lines = wrap(text, width / size, measure)
    if (lines.length * size * leading <= height && lines.every(line => measure(line) * size <= width))
      return { lines: balanced(text, width / size, lines.length, measure), size }
  }
  const size = sizes.at(-1) ?? 16
  const most = Math.max(1, Math.floor(height / (size * leading)))
  const lines = wrap(text, width / size, measure).map(line => cut(line, width / size, measure))
  const shown = lines.slice(0, most)
  if (lines.length > most) shown.push(cut(`${shown.pop()}…`, width / size, measure))
  return { lines: shown, size }
}

/** A text that ends in "…" where it would be wider than `most`, where 1 is the size. */
export const cut = (text: string, most: number, measure: (text: string) => number): string => {
  if (measure(text) <= most) return text
  let characters = [...text.replace(/…$/, '')]
  while (characters.length > 0 && measure(`${characters.join('').trimEnd()}…`) > most)
    characters = characters.slice(0, -1)
  return `${characters.join('').trimEnd()}…`
}

const thaiWords = new Intl.Segmenter('th', { granularity: 'word' })

/** Line break opportunities. Thai has no spaces between words. */
const partsOf = (text: string): string[] =>
  (text.match(breakable) ?? []).flatMap(part =>
    /\p{Script=Thai}/u.test(part) ? Array.from(thaiWords.segment(part), ({ segment }) => segment) : [part],
  )

const wrap = (text: string, most: number, measure: (text: string) => number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const part of partsOf(text)) {
    if (line !== '' && measure((line + part).trimEnd()) > most) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

/** The narrowest lines of the same number. */
const balanced = (text: string, most: number, count: number, measure: (text: string) => number): string[] => {
  let [narrow, wide] = [most / 2, most]
  while (wide - narrow > 0.25) {
    const middle = (narrow + wide) / 2
    const lines = wrap(text, middle, measure)
    if (lines.length > count || lines.some(line => measure(line) > middle)) narrow = middle
    else wide = middle
  }
  return wrap(text, wide, measure)
}

const { width, height } = pictureSize
const colours = { ground: '#fbfaf7', ink: '#14242e', soft: '#586d78', line: '#c9d2d1', onBand: '#ffffff' }
const margin = 72
const inner = width - 2 * margin
const bandHeight = 148
const axisY = 510
const footerY = 602
/** The line's unit is a CSS pixel of the page; it is drawn at most twice as large. */
const stripUnit = { level: 24, most: 2, height: 132 }

/** Statuses shown as a band; others have a rule (LOOKS). */
const onBand: ReadonlySet<Status['kind']> = new Set(['retracted', 'republished', 'withdrawn'])

type Typefaces = { serif: Typeface; sans: Typeface }

/** The picture as SVG, and the families of fonts that it needs. */
export const drawPicture = (model: PictureModel, typefaces: Typefaces): { svg: string; families: Set<string> } => {
  const families = new Set<string>()
  const write = writer(families)
  const strip = model.strip === null ? null : { ...model.strip, scale: scaleOf(model.strip.levels) }
  const stripTop = strip === null ? axisY + 30 : axisY - strip.levels * stripUnit.level * strip.scale
  const parts = [
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    head(model, typefaces, write),
    words(model, typefaces, write, stripTop),
    strip === null ? '' : line(strip, typefaces, write),
    foot(model, typefaces, write),
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
  return { svg, families }
}

const scaleOf = (levels: number): number => Math.min(stripUnit.most, stripUnit.height / (stripUnit.level * levels))

const head = ({ status, shape, headline }: PictureModel, { sans }: Typefaces, write: Write): string => {
  const band = onBand.has(status)
  const tone = tones[toneOfStatus[status]]
  const colour = band ? colours.onBand : tone
  const x = margin + 74
  const size = Math.min(54, (width - margin - x) / sans.width(headline))
  return [
    band
      ? `<rect width="${width}" height="${bandHeight}" fill="${tone}"/>`
      : `<rect width="${width}" height="16" fill="${toneOfStatus[status] === 'plain' ? colours.line : tone}"/>`,
    `<g transform="translate(${margin + 24} ${bandHeight / 2 + 6}) scale(2.7)">${drawnShape(shape, colour, band ? tone : colours.ground)}</g>`,
    write(headline, { typeface: sans, x, y: bandHeight / 2 + 6 + size * 0.36, size, colour }),
  ].join('')
}

/** Title and byline, in the middle of the room between the status and the line. */
const words = (model: PictureModel, { serif, sans }: Typefaces, write: Write, bottom: number): string => {
  const { byline, doi } = model
  // A script that we have no font for would be a row of boxes.
  const title = (model.title === null ? null : serif.writable(model.title)) ?? doi
  const bylineSize = 26
  const bylineRoom = byline === '' ? 0 : 52
  const top = bandHeight + 22
  const room = bottom - 24 - top - bylineRoom
  const { lines, size } = setText(title, {
    width: inner,
    height: room,
    sizes: [64, 58, 52, 47, 42, 38, 34],
    leading: 1.17,
    measure: serif.width,
  })
  const first = top + (room - lines.length * size * 1.17) / 2 + size * 0.9
  const at = isRightToLeft(title) ? { x: width - margin, anchor: 'end' as const } : { x: margin }
  const set = lines.map((text, index) =>
    write(text, { typeface: serif, ...at, y: first + index * size * 1.17, size, colour: colours.ink }),
  )
  const names = sans.writable(byline)
  if (byline !== '' && names !== null)
    set.push(
      write(cut(names, inner / bylineSize, sans.width), {
        typeface: sans,
        ...(isRightToLeft(names) ? { x: width - margin, anchor: 'end' as const } : { x: margin }),
        y: first + (lines.length - 1) * size * 1.17 + 26 + bylineSize,
        size: bylineSize,
        colour: colours.soft,
      }),
    )
  return set.join('')
}

/** Draws the timeline from publication to today. */
const line = (
  { marks, ticks, scale }: NonNullable<PictureModel['strip']> & { scale: number },
  { sans }: Typefaces,
  write: Write,
): string => {
  const place = (x: number) => margin + 20 + (x / 100) * (inner - 40)
  const numberSize = 13 * scale
  return [
    `<path d="M${margin} ${axisY}H${width - margin}" stroke="${colours.line}" stroke-width="3"/>`,
    ...marks.map(({ kind, x, level, count }) => {
      const [px, py] = [place(x), axisY - level.wide * stripUnit.level * scale]
      const colour = tones[toneOfMark[kind]]
      const left = isNumberLeft(x)
      const number =
        count < 2
          ? ''
          : write(String(count), {
              typeface: sans,
              x: px + (left ? -12 : 12) * scale,
              y: py + 4.5 * scale,
              size: numberSize,
              colour,
              anchor: left ? 'end' : 'start',
            })
      return `<g transform="translate(${px} ${py}) scale(${scale})">${drawnShape(kind, colour, colours.ground)}</g>${number}`
    }),
    ...ticks.map(({ year, x }, index) =>
      write(String(year), {
        typeface: sans,
        x: index === 0 ? margin : index === ticks.length - 1 ? width - margin : place(x),
        y: axisY + 46,
        size: 22,
        colour: colours.soft,
        anchor: index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle',
      }),
    ),
  ].join('')
}

/** Our sign and name, and the DOI. */
const foot = ({ doi }: PictureModel, { sans }: Typefaces, write: Write): string => {
  const size = 20
  const sign = `<g transform="translate(${margin} ${footerY - 15})" stroke="${tones.yes}" stroke-width="2"><circle cx="8" cy="8" r="7" fill="${tones.yes}" stroke="none"/><circle cx="18" cy="8" r="6" fill="none"/></g>`
  const address = cut(sans.writable(`https://doi.org/${doi}`) ?? '', 760 / size, sans.width)
  return [
    sign,
    write('Corroborate', { typeface: sans, x: margin + 36, y: footerY, size, colour: colours.ink }),
    write(address, { typeface: sans, x: width - margin, y: footerY, size, colour: colours.soft, anchor: 'end' }),
  ].join('')
}

type Writing = {
  typeface: Typeface
  x: number
  y: number
  size: number
  colour: string
  anchor?: 'start' | 'middle' | 'end'
}
type Write = (text: string, writing: Writing) => string

/** One line of text, each piece in a font that has its characters. */
const writer =
  (families: Set<string>): Write =>
  (text, { typeface, x, y, size, colour, anchor = 'start' }) => {
    const directed = isRightToLeft(text) ? `\u202b${text}\u202c` : text
    const pieces = typeface.pieces(directed).map(piece => {
      families.add(piece.family)
      return `<tspan font-family="${piece.family}">${escaped(piece.text)}</tspan>`
    })
    return `<text x="${round(x)}" y="${round(y)}" font-size="${round(size)}" font-weight="${fontWeight}" fill="${colour}" text-anchor="${anchor}" xml:space="preserve">${pieces.join('')}</text>`
  }

/** By the first letter that has a direction. */
const isRightToLeft = (text: string): boolean => /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)

const round = (value: number): number => Math.round(value * 100) / 100

/** Text as XML takes it: nothing that it forbids, not even escaped. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it must find.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, found => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[found] ?? '&quot;')
