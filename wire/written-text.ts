/**
 * Characters that are not seen, or that turn the order of those around them (UAX #9, UAX #44), and belong to no script: controls
 * other than a line's end, embeddings, overrides and isolates such as U+202E, zero-width spaces, tags, fillers, private and
 * unassigned code points. Direction marks and joiners stay: Arabic, Hebrew, Persian and Indic scripts and emoji are written with them.
 */
const unseen =
  /(?![\n\u200c-\u200f\u061c]|[\ufe00-\ufe0f])(?:\p{C}|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|\u034f|[\u{e0100}-\u{e01ef}])/gu

/** More marks on one letter than any script has: they would reach over the lines around it. */
const piledMarks = /(\p{M}{6})\p{M}+/gu

/** A character with ink of its own. U+2800 (empty Braille pattern) and U+1D159 (null notehead) are symbols without any. */
const visible = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\s\u2800\u{1d159}]/u

/** True if a text has at least one character that its readers see. Everything people write must have one. */
export const hasVisibleCharacter = (text: string): boolean => visible.test(text)

/**
 * Normalizes multiline text: removes invisible characters, and collapses blank lines between paragraphs. Empty if nothing visible is left.
 */
export const cleanText = (text: string): string => {
  const cleaned = text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(unseen, '')
    .replace(piledMarks, '$1')
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return hasVisibleCharacter(cleaned) ? cleaned : ''
}

/** A text of one line, such as a name. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ')
