import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Two builds from one source: what the browser loads (`dist/client`, hashed names, manifest) and what the server renders
 * with (`dist/server/pages.js`, React inside, so that it runs wherever Node runs).
 */
export default defineConfig(({ command, isSsrBuild = false }) => ({
  root: import.meta.dirname,
  publicDir: isSsrBuild ? false : 'browser/public',
  plugins: [react()],
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  // A build is a production build, also when a test asks for one.
  ...(command === 'build' && { oxc: { jsx: { development: false } } }),
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
      input: isSsrBuild ? 'browser/server-pages.tsx' : 'browser/entry.tsx',
      output: isSsrBuild ? { entryFileNames: 'pages.js' } : {},
    },
  },
}))
