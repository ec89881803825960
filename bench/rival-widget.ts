import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** The published client that speaks the same wire. */
export const rival = '@stytch/vanilla-js 5.18.7'

const entries = {
  ui: `export { StytchUIClient as Client } from '@stytch/vanilla-js'`,
  headless: `export { StytchHeadlessClient as Client } from '@stytch/vanilla-js/headless'`,
}

/** The rival as one script for a page without a bundler, minified as ours is. Its global is `Rival`. */
export const buildRival = async (kind: keyof typeof entries): Promise<string> => {
  // Beside the modules it names, which a folder for temporary files is not.
  const folder = mkdtempSync(join(import.meta.dirname, '.rival-'))
  try {
    const entry = join(folder, 'entry.js')
    writeFileSync(entry, entries[kind])
    const built = await build({
      configFile: false,
      logLevel: 'error',
      mode: 'production',
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        lib: { entry, formats: ['iife'], name: 'Rival' },
        target: 'baseline-widely-available',
        minify: 'oxc',
        reportCompressedSize: false,
      },
    })
    const [first] = Array.isArray(built) ? built : [built]
    if (first === undefined || !('output' in first)) throw new Error('The rival was not built.')
    return first.output[0].code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
