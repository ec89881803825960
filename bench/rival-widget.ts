import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** A published client that speaks the same wire, in the versions that are used with us and newest. */
export type RivalVersion = '5.18.7' | '6.3.0'
export type RivalScript = 'widget' | 'headless'
export const rivalVersions = ['5.18.7', '6.3.0'] as const

export const rivalName = (version: RivalVersion): string => `@stytch/vanilla-js ${version}`

/** Where each is installed, and what an application writes to use it: links by mail and passwords, mounted in `#login`. */
const rivals: Record<RivalVersion, { folder: string } & Record<RivalScript, string>> = {
  '5.18.7': {
    folder: join(import.meta.dirname, '..'),
    widget: `
      import { StytchUIClient } from '@stytch/vanilla-js'
      export const mount = (publicToken, options, config) =>
        new StytchUIClient(publicToken, options).mountLogin({
          elementId: '#login',
          config: { ...config, products: ['emailMagicLinks', 'passwords'] },
        })`,
    headless: `export { StytchHeadlessClient } from '@stytch/vanilla-js/headless'`,
  },
  '6.3.0': {
    folder: join(import.meta.dirname, 'rivals'),
    widget: `
      import { createStytchClient, Products, StytchUI } from '@stytch/vanilla-js'
      export const mount = (publicToken, options, config) => {
        customElements.define('stytch-ui', StytchUI)
        const element = document.createElement('stytch-ui')
        document.getElementById('login').append(element)
        element.render({
          client: createStytchClient(publicToken, options),
          config: { ...config, products: [Products.emailMagicLinks, Products.passwords] },
        })
      }`,
    headless: `export { StytchClient } from '@stytch/vanilla-js/headless'`,
  },
}

export const isRivalHere = (version: RivalVersion): boolean =>
  existsSync(join(rivals[version].folder, 'node_modules/@stytch/vanilla-js'))

/** The rival as one script for a page without a bundler, minified as ours is. Its global is `Rival`. */
export const buildRival = async (version: RivalVersion, script: RivalScript): Promise<string> => {
  // Beside the modules it names, which a folder for temporary files is not.
  const folder = mkdtempSync(join(rivals[version].folder, version === '5.18.7' ? 'bench/.rival-' : '.rival-'))
  try {
    const entry = join(folder, 'entry.js')
    writeFileSync(entry, rivals[version][script])
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
