import { readFileSync } from 'node:fs'
import { type FontFile, readFontFiles } from './fonts/font-file.ts'
import { type FontFamily, fontFamilies, fontFiles } from './fonts/font-files.ts'

/** A font and those that stand in for the characters which it does not have. */
export type Typeface = {
  /** A text as pieces, each with the family that has its characters. */
  pieces: (text: string) => { family: string; text: string }[]
  /** Width of a text in ems. Joined letters, as in Arabic, are slightly narrower. */
  width: (text: string) => number
  /** Text with only characters that some font has, decomposing others ("ﬁ" → "fi"). Null if one is missing. */
  writable: (text: string) => string | null
}

type Font = { family: string; file: FontFile }

/** Opens the fonts. Reads some megabytes once. */
export const openTypefaces = (): { serif: Typeface; sans: Typeface } => {
  const font = (family: FontFamily): Font => ({
    family,
    file: readFontFiles(fontFiles([family]).map(path => readFileSync(path))),
  })
  const [serif, sans] = [font('Source Serif 4'), font('Inter')]
  const others = fontFamilies.filter(family => family.startsWith('Noto')).map(font)
  return { serif: typefaceOf([serif, sans, ...others]), sans: typefaceOf([sans, serif, ...others]) }
}

const isLetter = /[\p{L}\p{N}\p{M}]/u

const typefaceOf = (fonts: readonly Font[]): Typeface => {
  /** Spaces and punctuation use the preceding character's font. */
  const fontOf = (character: string, before: Font | undefined): Font | undefined => {
    const code = character.codePointAt(0) ?? 0
    if (before !== undefined && !isLetter.test(character) && before.file.has(code)) return before
    return fonts.find(({ file }) => file.has(code))
  }

  const pieces = (text: string): { font: Font; text: string }[] => {
    const found: { font: Font; text: string }[] = []
    for (const character of text) {
      const last = found.at(-1)
      const font = fontOf(character, last?.font) ?? (isMark(character) ? (last?.font ?? fonts[0]) : undefined)
      if (font === undefined) continue
      if (last?.font === font) last.text += character
      else found.push({ font, text: character })
    }
    return found
  }

  /** Signs that no font has are left out; letters must be there. */
  const isKnown = (text: string): boolean =>
    [...text].every(character => !isLetter.test(character) || fontOf(character, undefined) !== undefined)

  return {
    pieces: text => pieces(text).map(piece => ({ family: piece.font.family, text: piece.text })),
    width: text =>
      pieces(text).reduce(
        (sum, piece) =>
          [...piece.text].reduce(
            (width, character) =>
              width + (isMark(character) ? 0 : piece.font.file.advance(character.codePointAt(0) ?? 0)),
            sum,
          ),
        0,
      ),
    writable(text) {
      let written = ''
      for (const character of text) {
        const plain = isKnown(character) ? character : character.normalize('NFKC')
        if (!isKnown(plain)) return null
        written += plain
      }
      return withPlainSaraAm(written)
    },
  }
}

/**
 * Thai's vowel AM as the ring above, below any tone, and the stroke behind, of which it is made: resvg gives one letter that is
 * drawn as two the width of the first.
 */
const withPlainSaraAm = (text: string): string => text.replace(/([\u0e48-\u0e4b]*)\u0e33/g, '\u0e4d$1\u0e32')

/** Marks that say in which direction a text runs: no font need have them, and they take no room. */
const isMark = (character: string): boolean => /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(character)
