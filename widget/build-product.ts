import { join } from 'node:path'
import { minify } from 'terser'
import type { Plugin } from 'vite'
import { bundle, terserOptions } from './bundle.ts'
import type { FetchedProduct } from './products/index.ts'

/** Entry of each lazy product's file. */
export const fetchedProducts: Readonly<Record<FetchedProduct, string>> = {
  account: 'account-file.ts',
  crypto: 'wallets-file.ts',
  idp: 'idp-file.ts',
  oauth: 'social/views.ts',
  onetap: 'social/one-tap/index.ts',
  otp: 'passcodes/views.ts',
  passkeys: 'passkeys-file.ts',
  passwords: 'passwords/views.ts',
  second: 'second/views.ts',
}

const at = (...path: string[]): string => join(import.meta.dirname, ...path)

/** Files whose exports the script re-exports through `form/index.ts`. */
const handedOn: readonly string[] = [at('form', 'index.ts'), at('client', 'check.ts')]
/** The client's full parts, for builds that bundle them. */
export const partsOfClient = { '#parts': at('client', 'products', 'parts-at-hand.ts') }

/** Files of the client that the script leaves to the files of products. */
const leftOut: readonly string[] = [
  at('client', 'products', 'parts-at-hand.ts'),
  at('client', 'products', 'account.ts'),
  at('client', 'products', 'crypto-wallets.ts'),
  at('client', 'products', 'idp.ts'),
  at('client', 'products', 'post-form.ts'),
  at('client', 'products', 'webauthn.ts'),
  at('client', 'passkey-browser.ts'),
  at('client', 'passkey-ceremony.ts'),
  at('client', 'base64url.ts'),
]

/**
 * Bundles a product's views. React and the form come from the loading script: the file is a module with one function that takes the
 * script's `require` and returns the views (`products/fetched-products.ts`).
 * @param constants build-time constants by name
 */
export const buildProduct = async (file: string, constants: Readonly<Record<string, string>> = {}): Promise<string> => {
  const entry = at('products', file)
  const code = await bundle(
    { entry, formats: ['cjs'] },
    {
      define: constants,
      plugins: [formOfTheScript(file)],
      resolve: { alias: partsOfClient },
      build: { rolldownOptions: { external: ['react', 'react/jsx-runtime'] } },
    },
  )
  // Once more as a whole: within a function the names of its module can be short, too.
  const whole = await minify(`export default require=>{const exports={};${code};return exports}`, {
    ...terserOptions(),
    module: true,
  })
  return `${whole.code}\n`
}

/** Leaves the form out of the file, and lets nothing else of the widget in but the product's own files. */
const formOfTheScript = (file: string): Plugin => ({
  name: 'form-of-the-script',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (found !== null && handedOn.includes(found.id)) return { id: 'form', external: true }
    const [folder = ''] = file.split(/[-/]/)
    const isForeign =
      found?.id.startsWith(at('/')) &&
      !found.id.startsWith(at('products', folder)) &&
      // Two files hold these, each for the pages that load one of them.
      !['proof', 'scopes', 'upkeep'].some(shared => found.id.startsWith(at('products', shared))) &&
      !leftOut.includes(found.id)
    if (isForeign) throw new Error(`${importer} imports ${source}, which would be in its file a second time.`)
    return found
  },
})
