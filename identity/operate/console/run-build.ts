import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'
import { consoleDist, consoleEntries } from './bundle.ts'

/** Builds the console's stylesheet and script (`client/`) and its server-side renderer (`server/render.js`). */
const buildConsole = async (): Promise<void> => {
  const root = import.meta.dirname
  const shared: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    base: '/console/',
    publicDir: false,
    // Same runtime everywhere, even in test builds.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
  }
  const options = { target: 'baseline-widely-available', emptyOutDir: true, reportCompressedSize: false } as const
  await build({
    ...shared,
    build: {
      ...options,
      outDir: join(consoleDist, 'client'),
      manifest: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: Object.values(consoleEntries).map(file => join(root, file)) },
    },
  })
  await build({
    ...shared,
    ssr: { noExternal: true },
    build: {
      ...options,
      outDir: join(consoleDist, 'server'),
      ssr: true,
      minify: false,
      rolldownOptions: { input: join(root, 'markup/render.tsx'), output: { entryFileNames: 'render.js' } },
    },
  })
}

await buildConsole()
