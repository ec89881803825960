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
