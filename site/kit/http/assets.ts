import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnyPage } from '../page/define-page.ts'

/** Assets of a page. */
export type Assets = {
  /** Addresses of style sheets. */
  styles: readonly string[]
  /** Addresses of the modules that start the page: every page's, and the one of its islands where it has some. */
  scripts: readonly string[]
  /** Addresses of the two fonts that every page is set in. */
  fonts?: readonly string[]
  /** Markup that the development server wants in the head. */
  development?: string
}

/** The part of Vite's manifest that we read. */
export type Manifest = Readonly<Record<string, Chunk>>
type Chunk = {
  file: string
  name?: string
  src?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/** Module of every page: its stylesheet, and the login link. */
export const everyPage = 'app/browser/every-page.ts'

/** The fonts of titles and of text, for Latin letters. */
const fonts = ['../server-kit/page/fonts/source-serif-4-latin.woff2', '../server-kit/page/fonts/inter-latin.woff2']

/** Page fields that determine its assets. */
type Loading = Pick<AnyPage, 'islands' | 'styles'>

/** The modules that a page starts with, as paths from the site's folder. */
export const entriesOf = ({ islands }: Pick<AnyPage, 'islands'>): readonly string[] =>
  islands === null ? [everyPage] : [everyPage, islands]

/** The manifest of the browser build in `distDir`. Throws when nothing has been built there. */
export const readManifest = async (distDir: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(distDir, 'client', '.vite', 'manifest.json'), 'utf8')) as Manifest

/** Returns a page's assets from the browser build's manifest. Throws if one of its modules is missing. */
export const assetsOf = (manifest: Manifest, page: Loading): Assets => ({
  styles: [
    ...(chunkOf(manifest, everyPage).css ?? []),
    ...(page.styles === undefined ? [] : [chunkOf(manifest, page.styles).file]),
  ].map(addressOf),
  scripts: entriesOf(page).map(name => addressOf(chunkOf(manifest, name).file)),
  fonts: fonts.map(name => addressOf(chunkOf(manifest, name).file)),
})

/** Returns the files of a page's entry modules with their imports, which compete with the first content for bandwidth. */
export const modulesOf = (manifest: Manifest, page: Pick<AnyPage, 'islands'>): string[] =>
  filesOf(manifest, namesFrom(manifest, entriesOf(page)))

/** Files that the islands of a page fetch after its first content, without React. */
export const islandModulesOf = (manifest: Manifest, page: Pick<AnyPage, 'islands'>): string[] => {
  const fetched = page.islands === null ? [] : (chunkOf(manifest, page.islands).dynamicImports ?? [])
  const others = new Set([...namesFrom(manifest, entriesOf(page)), ...reactNames(manifest)])
  return filesOf(
    manifest,
    namesFrom(manifest, fetched).filter(name => !others.has(name)),
  )
}

/** Files of React, which every page with islands fetches after its first content. */
export const reactModulesOf = (manifest: Manifest): string[] => filesOf(manifest, reactNames(manifest))

const reactNames = (manifest: Manifest): string[] =>
  namesFrom(
    manifest,
    Object.keys(manifest).filter(name => manifest[name]?.name === 'react'),
  )

/** These modules and all that they import, each once. */
const namesFrom = (manifest: Manifest, first: readonly string[]): string[] => {
  const names = new Set<string>()
  const add = (name: string): void => {
    if (names.has(name)) return
    names.add(name)
    chunkOf(manifest, name).imports?.forEach(add)
  }
  first.forEach(add)
  return [...names]
}

const filesOf = (manifest: Manifest, names: readonly string[]): string[] =>
  names.map(name => chunkOf(manifest, name).file)

const chunkOf = (manifest: Manifest, name: string): Chunk => {
  const found = manifest[name]
  if (found === undefined) throw new Error(`The browser build has no ${name}. Run npm run build.`)
  return found
}

const addressOf = (file: string): string => `/${file}`
