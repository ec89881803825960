/**
 * Characters that are not seen, or that turn the order of those around them (UAX #9, UAX #44), and belong to no script: controls
 * other than a line's end, embeddings, overrides and isolates such as U+202E, zero-width spaces, tags, fillers, private and
 * unassigned code points. Direction marks and joiners stay: Arabic, Hebrew and Indic scripts are written with them.
 */
const unseen =
  /(?![\n\u200c-\u200f\u061c]|[\ufe00-\ufe0f])(?:\p{C}|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|\u034f|[\u{e0100}-\u{e01ef}])/gu

/** More marks on one letter than any script has: they would reach over the lines around it. */
const piledMarks = /(\p{M}{6})\p{M}+/gu

/** A text of several lines, without what its readers would not see: at most one empty line between paragraphs. */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(unseen, '')
    .replace(piledMarks, '$1')
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** A text of one line, such as a name. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ')
