import { isAbsolute } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/**
 * Parts of a page that are fetched later bring no style sheets of their own, and what they import is announced by the
 * document: the bundler's own loader, which looks after both, would be a kilobyte for nothing.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  apply: 'build',
  load: id => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = load => load()' : null),
}

/** Keeps server code out of both bundles, whichever file would bring it in. */
const noServerCode: Plugin = {
  name: 'no-server-code',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer = '') {
    const isServerCode = /^(?:node:|(?:hono|kysely|zod|@corroborate\/server-kit)(?:\/|$))/.test(source)
    const isOurs = isAbsolute(importer) && !importer.includes('/node_modules/')
    if (isServerCode && isOurs) this.error(`${importer} imports ${source} into a page.`)
  },
}

/** Pages are rendered by React and made live by Preact, which weighs a tenth of it (ADR 0038). */
const preactInBrowser: Plugin = {
  name: 'preact-in-browser',
  enforce: 'pre',
  resolveId(source) {
    const stand = this.environment.name === 'client' ? preactFor[source] : undefined
    return stand === undefined ? null : this.resolve(`@corroborate/widget/preact/${stand}`, import.meta.filename)
  },
}
const preactFor: Readonly<Record<string, string>> = {
  react: 'react',
  'react/jsx-runtime': 'jsx-runtime',
  'react-dom/client': 'react-dom-client',
}

/** What several pages share, in as few files as they load anyway: each file is a request, and compresses by itself. */
const groups = [
  {
    name: 'live',
    test: /node_modules\/preact\/|\/embed\/preact\/|rolldown\/runtime|\/browser\/(?:hydrate|changed-fields|Share|copy-text)/,
  },
  { name: 'page', test: /preload-helper|\/page-settings|\/analytics\/track|\/login-link|\/wire\/storage/ },
]

/**
 * Two builds from one source: what the browser loads (`dist/client`, hashed names, manifest) and what the server renders
 * with (`dist/server/pages.js`, React inside, so that it runs wherever Node runs).
 */
export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  publicDir: isSsrBuild ? false : 'kit/browser/public',
  plugins: [noServerCode, plainImports, preactInBrowser],
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  // One runtime for everything, also when a test asks for a build.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  ssr: { noExternal: command === 'build' ? true : [] },
  build: {
    target: 'baseline-widely-available',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: isSsrBuild ? false : 'manifest.json',
    minify: isSsrBuild ? false : 'oxc',
    // Entry and page parts are announced in the document's head, so the loader needs no list of its own.
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // What the browser's build begins with stands in the pages' definitions: build.ts says it.
      ...(isSsrBuild && { input: 'app/render-page.tsx' }),
      output: isSsrBuild ? { entryFileNames: 'pages.js' } : { codeSplitting: { groups } },
    },
  },
}))
