import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnyPage } from '../page/index.ts'

/** What one page loads. */
export type Assets = {
  /** Addresses of style sheets. */
  styles: readonly string[]
  /** Addresses of the modules that start the page: every page's, and the one of its islands where it has some. */
  scripts: readonly string[]
  /** Markup that the development server wants in the head. */
  development?: string
}

/** The part of Vite's manifest that we read. */
export type Manifest = Readonly<Record<string, { file: string; src?: string; imports?: string[]; css?: string[] }>>

/** The module that every page loads: its style sheet, and the way in and out. */
export const everyPage = 'app/browser/every-page.ts'

/** What of a page says which files it loads. */
type Loading = Pick<AnyPage, 'islands' | 'styles'>

/** The modules that a page starts with, as paths from the site's folder. */
export const entriesOf = ({ islands }: Pick<AnyPage, 'islands'>): readonly string[] =>
  islands === null ? [everyPage] : [everyPage, islands]

/** The manifest of the browser build in `distDir`. Throws when nothing has been built there. */
export const readManifest = async (distDir: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(distDir, 'client', 'manifest.json'), 'utf8')) as Manifest

/** What a page loads, from the manifest of the browser build. Throws when the manifest lacks one of its modules. */
export const assetsOf = (manifest: Manifest, page: Loading): Assets => ({
  styles: [
    ...(chunkOf(manifest, everyPage).css ?? []),
    ...(page.styles === undefined ? [] : [chunkOf(manifest, page.styles).file]),
  ].map(addressOf),
  scripts: entriesOf(page).map(name => addressOf(chunkOf(manifest, name).file)),
})

/** Files of every module that a page starts with, and of those that they import. */
export const modulesOf = (manifest: Manifest, page: Pick<AnyPage, 'islands'>): string[] => {
  const names = new Set<string>()
  const add = (name: string): void => {
    if (names.has(name)) return
    names.add(name)
    chunkOf(manifest, name).imports?.forEach(add)
  }
  entriesOf(page).forEach(add)
  return [...names].map(name => chunkOf(manifest, name).file)
}

const chunkOf = (manifest: Manifest, name: string): Manifest[string] => {
  const found = manifest[name]
  if (found === undefined) throw new Error(`The browser build has no ${name}. Run npm run build.`)
  return found
}

const addressOf = (file: string): string => `/${file}`
