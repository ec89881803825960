import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, parse } from 'node:path'
import subsetFont from 'subset-font'
import { type FontFamily, fontFamilies, fontFolder, fontSources, fontsFolder, fontWeight } from './font-files.ts'

const { resolve } = createRequire(import.meta.filename)

/** Writes the fonts of share pictures as TrueType files, the only ones that resvg reads. Takes some three seconds. */
const buildFonts = async (): Promise<void> => {
  await rm(fontsFolder, { recursive: true, force: true })
  for (const family of fontFamilies) await buildFamily(family)
}

const buildFamily = async (family: FontFamily): Promise<void> => {
  const { from, folder, files } = fontSources[family]
  const source = join(dirname(resolve(`${from}/LICENSE`)), folder)
  const target = fontFolder(family)
  await mkdir(target, { recursive: true })
  for (const file of (await readdir(source)).filter(name => files.test(name))) {
    const font = await readFile(join(source, file))
    const { name, ext } = parse(file)
    await writeFile(join(target, `${name}.ttf`), ext === '.ttf' ? font : await plainTrueType(font))
  }
}

/** A slice of a variable font as a TrueType font of our weight, in which no two characters are drawn as one shape. */
const plainTrueType = async (font: Uint8Array): Promise<Uint8Array> => {
  return subsetFont(font, '', {
    keepAllGlyphs: true,
    targetFormat: 'truetype',
    keepFeatures: [],
    noHinting: true,
    variationAxes: { wght: fontWeight },
  })
}

await buildFonts()
