import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { printHelpIfRequested } from '@corroborate/server-kit/command-line'
import subsetFont from 'subset-font'

/**
 * `npm run fonts`: subsets every font in `fonts.css` from its original to the characters in its `unicode-range`, and to the weights and
 * features in use. Output is committed, so that builds need neither the time nor this tool.
 */
printHelpIfRequested(`
Usage: npm run fonts

Cuts the fonts of server-kit/page/styles/fonts.css to the characters, weights and features that pages use.
`)

const page = join(import.meta.dirname, '../server-kit/page')
const folder = join(page, 'fonts')
const { resolve } = createRequire(import.meta.filename)

/** Kerning, ligatures, accents that are put on letters, local forms, and numbers of one width. */
const keepFeatures = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum']
/**
 * Subsets of the same original font: common characters for nearly every page, and rare ones. Paper titles contain single Greek letters;
 * Greek text also has accents.
 */
const cutFrom: Readonly<Record<string, string>> = {
  'latin-more': 'latin',
  'latin-rare': 'latin-ext',
  'greek-more': 'greek',
}
const variationAxes = { wght: { min: 400, max: 600 } }

const faceInCss =
  /@font-face\s*\{[^}]*url\("\.\.\/fonts\/(inter|source-serif-4)-([a-z-]+)\.woff2"\)[^}]*unicode-range:([^;]+);/g

/** `U+0100-017F, U+2116` → those characters. */
const charactersOf = (ranges: string): string =>
  ranges
    .split(',')
    .flatMap(range => {
      const [first = 0, last = first] = range
        .trim()
        .replace('U+', '')
        .split('-')
        .map(hex => Number.parseInt(hex, 16))
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
    })
    .join('')

await mkdir(folder, { recursive: true })
const css = await readFile(join(page, 'styles/fonts.css'), 'utf8')
for (const [, family = '', script = '', ranges = ''] of css.matchAll(faceInCss)) {
  const source = `@fontsource-variable/${family}`
  const whole = await readFile(resolve(`${source}/files/${family}-${cutFrom[script] ?? script}-wght-normal.woff2`))
  const cut = await subsetFont(whole, charactersOf(ranges), {
    targetFormat: 'woff2',
    keepFeatures,
    noHinting: true,
    variationAxes,
  })
  await writeFile(join(folder, `${family}-${script}.woff2`), cut)
  await copyFile(resolve(`${source}/LICENSE`), join(folder, `${family}.LICENSE.txt`))
  process.stdout.write(`${family}-${script}: ${whole.byteLength} → ${cut.byteLength} bytes\n`)
}
