import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The weight of every font of a share picture. */
export const fontWeight = 600

/**
 * The families of share pictures, by the name that their files give them: the package that each comes from, and which files of
 * it. All have the SIL Open Font License 1.1, which is in the packages.
 *
 * Chinese and Korean come in slices of some hundred characters, since they weigh a tenth of the whole fonts in all weights.
 * resvg takes each character from the slice that has it. It can do so only where each character is one shape: no other script
 * may come in slices.
 */
export const fontSources = {
  // Latin, Greek, Cyrillic and Vietnamese. Inter also has many signs.
  'Source Serif 4': whole('source-serif-4'),
  Inter: whole('inter'),
  'Noto Sans Arabic': whole('noto-sans-arabic'),
  'Noto Sans Hebrew': whole('noto-sans-hebrew'),
  // Chinese as it is written in mainland China, kana and many kanji.
  'Noto Sans SC Thin': slices('noto-sans-sc'),
  'Noto Sans KR Thin': slices('noto-sans-kr'),
  'Noto Sans Thai': whole('noto-sans-thai'),
}

export type FontFamily = keyof typeof fontSources
export const fontFamilies = Object.keys(fontSources) as FontFamily[]

function whole(name: string) {
  return { from: `@expo-google-fonts/${name}`, folder: '600SemiBold', files: /\.ttf$/ }
}

function slices(name: string) {
  return { from: `@fontsource-variable/${name}`, folder: 'files', files: /-\d+-wght-normal\.woff2$/ }
}

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
