import { isAbsolute } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/**
 * Preloads the imports of lazy page parts at low priority, which avoids a second round trip without delaying visible content. The bundler's
 * own loader, which also handles style sheets that no part has, would be a kilobyte.
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

/** Rejects server code in both bundles. */
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
 * Chunks shared by several pages, grouped by joint use, because each file is a request and compresses separately. `react` is React with the
 * island loader and the most common island, fetched after first content as one file.
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
 * Two builds from one source: the browser's (`dist/client`, hashed names, manifest) and the server's renderer (`dist/server/pages.js`,
 * bundled with React, so that it runs wherever Node runs).
 */
export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  publicDir: isSsrBuild ? false : 'kit/browser/public',
  plugins: [noServerCode, quietImports],
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  // One JSX runtime, including in builds by tests.
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
      // The browser build's entries come from the page definitions, through build.ts.
      ...(isSsrBuild && { input: 'app/render-page.tsx' }),
      output: isSsrBuild ? { entryFileNames: 'pages.js' } : { codeSplitting: { groups } },
    },
  },
}))
