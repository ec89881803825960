import { isAbsolute } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/**
 * Announces what a part of a page that is fetched later imports, at low priority: nothing waits for a second answer, and what the reader
 * looks at comes first. The bundler's own loader, which also looks after style sheets that no part has, would be a kilobyte.
 */
const quietImports: Plugin = {
  name: 'quiet-imports',
  enforce: 'pre',
  apply: 'build',
  load: id => (id === '\0vite/preload-helper.js' ? announcing : null),
}
const announcing = `
  const announced = new Set()
  export const __vitePreload = (load, files = []) => {
    for (const file of files) {
      if (announced.has(file)) continue
      announced.add(file)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href: '/' + file }))
    }
    return load()
  }
`

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

/**
 * What several pages share, in as few files as they load anyway: each file is a request, and compresses by itself. `react` is React with
 * what hands islands to it, and the island that most pages have: fetched after the first content, as one file.
 */
const groups = [
  {
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler)\/|\/kit\/browser\/(?:live-island|Share|copy-text)/,
  },
  {
    name: 'page',
    priority: 1,
    test: /preload-helper|\/page-settings|\/browser\/kept\.ts|\/analytics\/track|\/login-link|\/take-news|\/session-news|\/sent-forms|\/same-origin-path|\/end-session|\/wire\/storage|\/browser\/(?:wake-islands|load-share|moments|take-yours|attempt)|\/form-session|\/grouped-number/,
  },
  { name: 'calls', test: /\/accounts\/(?:calls|wishes|proofs)\/browser\/(?!prove-work)|\/call-watch/ },
  { name: 'shapes', test: /\/paper\/known\/(?:Shape|Mark)\.tsx/ },
]

/**
 * Two builds from one source: what the browser loads (`dist/client`, hashed names, manifest) and what the server renders
 * with (`dist/server/pages.js`, React inside, so that it runs wherever Node runs).
 */
export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  publicDir: isSsrBuild ? false : 'kit/browser/public',
  plugins: [noServerCode, quietImports],
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  // One runtime for everything, also when a test asks for a build.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  ssr: { noExternal: command === 'build' ? true : [] },
  build: {
    target: 'baseline-widely-available',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    // In `.vite/`, which no address leads to: it names files of the source.
    manifest: !isSsrBuild,
    minify: isSsrBuild ? false : 'oxc',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // What the browser's build begins with is in the pages' definitions: build.ts says it.
      ...(isSsrBuild && { input: 'app/render-page.tsx' }),
      output: isSsrBuild ? { entryFileNames: 'pages.js' } : { codeSplitting: { groups } },
    },
  },
}))
