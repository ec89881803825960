import { join } from 'node:path'
import type { Plugin } from 'vite'
import { bundle } from './bundle.ts'
import type { FetchedProduct } from './products/index.ts'

/** The folders of the products whose views are fetched. */
export const fetchedProducts: Readonly<Record<FetchedProduct, string>> = { oauth: 'social', otp: 'passcodes' }

const products = join(import.meta.dirname, 'products')
const formIndex = join(import.meta.dirname, 'form', 'index.ts')

/**
 * Bundles the views of a product. React and the form are those of the script that fetches them: the file is a module with one
 * function, which takes that script's `require` and gives the views (`products/fetched-products.ts`).
 */
export const buildProduct = async (folder: string): Promise<string> => {
  const entry = join(products, folder, 'views.ts')
  const code = await bundle(
    { entry, formats: ['cjs'] },
    { plugins: [formOfTheScript(folder)], build: { rolldownOptions: { external: ['react', 'react/jsx-runtime'] } } },
  )
  return `export default require=>{const exports={};${code};return exports}\n`
}

/** Leaves the form out of the file, and lets nothing else of the widget in but the product's own files. */
const formOfTheScript = (folder: string): Plugin => ({
  name: 'form-of-the-script',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (found?.id === formIndex) return { id: 'form', external: true }
    const isForeign =
      found?.id.startsWith(`${import.meta.dirname}/`) && !found.id.startsWith(join(products, folder, '/'))
    if (isForeign) throw new Error(`${importer} imports ${source}, which would be in its file a second time.`)
    return found
  },
})
