import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type FontFamily, fontFamilies } from './font-sources.ts'

/** Build output folder of the fonts. */
export const fontsFolder = join(import.meta.dirname, '../../../dist/fonts')

export const fontFolder = (family: FontFamily): string => join(fontsFolder, family.toLowerCase().replaceAll(' ', '-'))

/** The TrueType files of a family. Throws when the fonts were not built. */
export const filesOf = (family: FontFamily): string[] =>
  readdirSync(fontFolder(family)).map(file => join(fontFolder(family), file))

/** The files of these families. */
export const fontFiles = (used: Iterable<string>): string[] => {
  const wanted = new Set(used)
  return fontFamilies.filter(family => wanted.has(family)).flatMap(filesOf)
}
