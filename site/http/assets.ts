import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnyPage } from '../page/index.ts'

/** What one page loads. */
export type Assets = {
  /** Addresses of style sheets. */
  styles: readonly string[]
  /** Addresses of the fonts that the first lines of a page are set in. */
  fonts: readonly string[]
  /** Addresses of the modules that start the page: every page's, and the one of its islands where it has some. */
  scripts: readonly string[]
  /** Addresses of the modules that those import. */
  modules: readonly string[]
  /** Markup that the development server wants in the head. */
  development?: string
}

/** The part of Vite's manifest that we read. */
export type Manifest = Readonly<
  Record<string, { file: string; src?: string; imports?: string[]; css?: string[]; assets?: string[] }>
>

/** The module that every page loads: its style sheet, and the way in and out. */
export const everyPage = 'browser/every-page.ts'

/** The modules that a page starts with, as paths from the site's folder. */
export const entriesOf = ({ islands }: Pick<AnyPage, 'islands'>): readonly string[] =>
  islands === null ? [everyPage] : [everyPage, islands]

/** Only the Latin text and headline faces: the others load when a page has their characters. */
const firstFonts = /(?:inter|source-serif-4)-latin-wght-normal/

/** The manifest of the browser build in `distDir`. Throws when nothing has been built there. */
export const readManifest = async (distDir: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(distDir, 'client', 'manifest.json'), 'utf8')) as Manifest

/** What a page loads, from the manifest of the browser build. Throws when the manifest lacks one of its modules. */
export const assetsOf = (manifest: Manifest, page: Pick<AnyPage, 'islands'>): Assets => {
  const chunk = (name: string) => {
    const found = manifest[name]
    if (found === undefined) throw new Error(`The browser build has no ${name}. Run npm run build.`)
    return found
  }
  const importsOf = (name: string, seen = new Set<string>()): Set<string> => {
    for (const next of chunk(name).imports ?? []) if (!seen.has(next)) importsOf(next, seen.add(next))
    return seen
  }
  const entries = entriesOf(page)
  const { css = [], assets = [] } = chunk(everyPage)
  const scripts = entries.map(name => addressOf(chunk(name).file))
  const modules = entries.flatMap(name => [...importsOf(name)]).map(name => addressOf(chunk(name).file))
  return {
    styles: css.map(addressOf),
    fonts: assets
      .filter(file => firstFonts.test(file))
      .sort()
      .map(addressOf),
    scripts,
    modules: [...new Set(modules)].filter(file => !scripts.includes(file)),
  }
}

const addressOf = (file: string): string => `/${file}`
