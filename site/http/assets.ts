import type { PageName } from '../browser/index.ts'

/** What one page loads. */
export type Assets = {
  /** Addresses of style sheets. */
  styles: readonly string[]
  /** Addresses of the fonts that the first lines of a page are set in. */
  fonts: readonly string[]
  /** Address of the module that starts the page; null on a page that needs no JavaScript. */
  script: string | null
  /** Addresses of the modules that `script` will import. */
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

const entry = 'browser/entry.tsx'

const interactive: Readonly<Record<PageName, string | null>> = {
  home: 'search/islands.tsx',
  results: null,
  paper: 'papers/islands.tsx',
  error: null,
}

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
    const script = part === null ? null : address(start.file)
    const names = part === null ? [] : [...new Set([...importsOf(entry), part, ...importsOf(part)])]
    const modules = names.filter(name => name !== entry).map(name => address(chunk(name).file))
    return { styles, fonts, script, modules, preload: linkHeader(styles, fonts, script, modules) }
  }
  return { home: forPage('home'), results: forPage('results'), paper: forPage('paper'), error: forPage('error') }
}

const linkHeader = (
  styles: readonly string[],
  fonts: readonly string[],
  script: string | null,
  modules: readonly string[],
): string =>
  [
    ...styles.map(href => `<${href}>; rel=preload; as=style`),
    ...fonts.map(href => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
    ...[...(script === null ? [] : [script]), ...modules].map(href => `<${href}>; rel=modulepreload`),
  ].join(', ')
