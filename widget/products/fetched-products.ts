import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as form from '../form/index.ts'
import { views as email } from './email/views.ts'
import type { FetchedProduct, ProductName } from './index.ts'
import { loadModule } from './load-module.ts'
import { views as passwords } from './passwords/views.ts'

/** The products of most pages. They come with the plain script, so that their form asks for no further file. */
const atHand: Readonly<Record<Exclude<ProductName, FetchedProduct>, form.Views>> = { emailMagicLinks: email, passwords }

/** Put in by the build: under which name the provider serves the views of a product, and their hash. */
declare const builtProducts: Readonly<Record<FetchedProduct, { file: string; integrity: string }>>

/** What the files of products take from this script, by the name they `require`: they contain neither React nor the form. */
const shared: Readonly<Record<string, object>> = { react, 'react/jsx-runtime': jsxRuntime, form }

/** A file of a product is one function, which is given what it takes from this script. */
type ProductFile = { default: (require: (name: string) => object | undefined) => { views: form.Views } }

const fetched =
  ({ file, integrity }: { file: string; integrity: string }) =>
  async (baseUrl: string): Promise<form.Views> => {
    const { default: open } = await loadModule<ProductFile>(`${baseUrl}/${file}`, integrity)
    return open(name => shared[name]).views
  }

/** The views of every product, or the function that fetches them, which is called on pages that name the product. */
export const products = {
  ...atHand,
  ...(Object.fromEntries(Object.entries(builtProducts).map(([name, built]) => [name, fetched(built)])) as Record<
    FetchedProduct,
    ReturnType<typeof fetched>
  >),
}
