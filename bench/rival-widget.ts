import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** A published client that speaks the same wire, in the versions that are used with us and newest. */
export type RivalVersion = '5.18.7' | '6.3.0'
export type RivalScript = 'widget' | 'headless'
export const rivalVersions = ['5.18.7', '6.3.0'] as const

export const rivalName = (version: RivalVersion): string => `@stytch/vanilla-js ${version}`

/** Product names in a page's config. Identical in every version. */
export type RivalProduct = 'crypto' | 'emailMagicLinks' | 'oauth' | 'otp' | 'passkeys' | 'passwords'

/** The most common sign-in configuration: magic links and passwords. */
export const linksAndPasswords: readonly RivalProduct[] = ['emailMagicLinks', 'passwords']

/** Install location of each rival, and the application code that mounts some of its products in `#login`. */
const rivals: Record<
  RivalVersion,
  { folder: string; widget: (products: readonly RivalProduct[]) => string; headless: string }
> = {
  '5.18.7': {
    folder: join(import.meta.dirname, '..'),
    widget: products => `
      import { StytchUIClient } from '@stytch/vanilla-js'
      export const mount = (publicToken, options, config) =>
        new StytchUIClient(publicToken, options).mountLogin({
          elementId: '#login',
          config: { ...config, products: ${JSON.stringify(products)} },
        })`,
    headless: `export { StytchHeadlessClient } from '@stytch/vanilla-js/headless'`,
  },
  '6.3.0': {
    folder: join(import.meta.dirname, 'rivals'),
    widget: products => `
      import { createStytchClient, Products, StytchUI } from '@stytch/vanilla-js'
      export const mount = (publicToken, options, config) => {
        customElements.define('stytch-ui', StytchUI)
        const element = document.createElement('stytch-ui')
        document.getElementById('login').append(element)
        element.render({
          client: createStytchClient(publicToken, options),
          config: { ...config, products: [${products.map(name => `Products.${name}`).join(', ')}] },
        })
      }`,
    headless: `export { StytchClient } from '@stytch/vanilla-js/headless'`,
  },
}

export const isRivalHere = (version: RivalVersion): boolean =>
  existsSync(join(rivals[version].folder, 'node_modules/@stytch/vanilla-js'))

/** The rival as one script for a page without a bundler, with these products alone, minified as ours is. Its global is `Rival`. */
export const buildRival = async (
  version: RivalVersion,
  script: RivalScript,
  products: readonly RivalProduct[] = linksAndPasswords,
): Promise<string> => {
  const { folder: installed, widget, headless } = rivals[version]
  // Beside the modules it names, which a folder for temporary files is not.
  const folder = mkdtempSync(join(installed, version === '5.18.7' ? 'bench/.rival-' : '.rival-'))
  try {
    const entry = join(folder, 'entry.js')
    writeFileSync(entry, script === 'widget' ? widget(products) : headless)
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
