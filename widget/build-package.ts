import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { styleTarget } from './bundle.ts'
import { widgetDist } from './dist.ts'

/** What an application imports, and the file each begins with. */
const entries = { index: 'embed/index.ts', client: 'client/index.ts', react: 'embed/react/index.tsx' }

/** The plain scripts, and the hashes by which a page can pin them. */
const scripts = ['widget.js', 'headless.js', 'headless.mjs']

/**
 * Builds what the package `@corroborate/widget` holds but its types: ES modules that leave React and `@corroborate/wire` to the
 * application, and the plain scripts as the provider serves them, which must have been built.
 */
export const buildWidgetPackage = async (outDir: string): Promise<void> => {
  await rm(outDir, { recursive: true, force: true })
  const at = (file: string): string => join(import.meta.dirname, file)
  await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    root: import.meta.dirname,
    publicDir: false,
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      lib: {
        entry: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, at(file)])),
        formats: ['es'],
      },
      outDir,
      target: 'baseline-widely-available',
      cssTarget: styleTarget,
      // Applications minify, and their developers read.
      minify: false,
      cssMinify: 'lightningcss',
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        external: /^(?:react|react-dom|@corroborate\/wire)(?:\/|$)/,
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
      },
    },
  })
  await mkdir(join(outDir, 'script'))
  for (const file of scripts) await cp(join(widgetDist, file), join(outDir, 'script', file))
  await cp(join(widgetDist, 'sdk.json'), join(outDir, 'script', 'integrity.json'))
}
