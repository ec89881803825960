import type { PageName } from '../browser/index.ts'

/** What one page loads. */
export type Assets = {
  /** Addresses of style sheets. */
  styles: readonly string[]
  /** Addresses of the fonts that the first lines of a page are set in. */
  fonts: readonly string[]
  /** Addresses of the modules that start the page: every page's, and the one of its islands where it has some. */
  scripts: readonly string[]
  /** Addresses of the modules that they will import at once. */
  modules: readonly string[]
  /** The same as the value of a `Link` header. */
  preload: string
  /** Markup that the development server wants in the head. */
  development?: string
}

/** The part of Vite's manifest that we read. */
export type Manifest = Readonly<
  Record<
    string,
    { file: string; src?: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; assets?: string[] }
  >
>

/** The way in and out, on every page. */
const everywhere = 'sign-in/browser/start.ts'
const entry = 'browser/entry.tsx'

const interactive: Readonly<Record<PageName, string | null>> = {
  home: 'search/islands.tsx',
  results: null,
  paper: 'papers/islands.tsx',
  authenticate: null,
  login: null,
  logout: null,
  error: null,
}

export const pageNames = Object.keys(interactive) as PageName[]

/** Only the Latin text and headline faces: the others load when a page has their characters. */
const firstFonts = /(?:inter|source-serif-4)-latin-wght-normal/

/**
 * What each page loads, from the manifest of the browser build.
 *
 * Throws when the manifest lacks the entry or a page.
 */
export const assetsOf = (manifest: Manifest): Readonly<Record<PageName, Assets>> => {
  const address = (file: string): string => `/${file}`
  const chunk = (name: string) => {
    const found = manifest[name]
    if (found === undefined) throw new Error(`The browser build has no ${name}. Run npm run build.`)
    return found
  }
  const importsOf = (name: string, seen = new Set<string>()): Set<string> => {
    for (const next of chunk(name).imports ?? []) if (!seen.has(next)) importsOf(next, seen.add(next))
    return seen
  }
  const start = chunk(entry)
  const styles = (start.css ?? []).map(address)
  const fonts = (start.assets ?? [])
    .filter(file => firstFonts.test(file))
    .sort()
    .map(address)

  const forPage = (page: PageName): Assets => {
    const part = interactive[page]
    const entries = part === null ? [everywhere] : [everywhere, entry]
    const names = new Set([...entries, ...(part === null ? [] : [part])].flatMap(name => [name, ...importsOf(name)]))
    const scripts = entries.map(name => address(chunk(name).file))
    const modules = [...names].map(name => address(chunk(name).file)).filter(file => !scripts.includes(file))
    return { styles, fonts, scripts, modules, preload: linkHeader(styles, fonts, scripts, modules) }
  }
  return Object.fromEntries(pageNames.map(page => [page, forPage(page)])) as Record<PageName, Assets>
}

const linkHeader = (
  styles: readonly string[],
  fonts: readonly string[],
  scripts: readonly string[],
  modules: readonly string[],
): string =>
  [
    ...styles.map(href => `<${href}>; rel=preload; as=style`),
    ...fonts.map(href => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
    ...[...scripts, ...modules].map(href => `<${href}>; rel=modulepreload`),
  ].join(', ')
