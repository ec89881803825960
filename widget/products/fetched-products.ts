import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import { loadModule, loadPartsBy } from '../client/index.ts'
import * as form from '../form/index.ts'
import { views as email } from './email/views.ts'
import type { FetchedProduct, ProductName } from './index.ts'

/** Product of a page without config, bundled with the plain script so that its form needs no further file. */
const atHand: Readonly<Record<Exclude<ProductName, FetchedProduct>, form.Views>> = { emailMagicLinks: email }

/** Put in by the build: under which name the provider serves the views of a product, and their hash. */
declare const builtProducts: Readonly<Record<FetchedProduct, { file: string; integrity: string }>>

/** Modules that product files `require` from this script instead of bundling React and the form. */
const shared: Readonly<Record<string, object>> = { react, 'react/jsx-runtime': jsxRuntime, form }

/** Views, and in some files the product's part of the client. */
type Brought = { views: form.Views } & typeof import('#parts')

/** A product file is a function that receives its dependencies from this script. */
type ProductFile = { default: (require: (name: string) => object | undefined) => Brought }

/** Loaded product files. Each is opened once, so that the whole page shares the state of a running ceremony. */
const opened: Partial<Record<FetchedProduct, Promise<Brought>>> = {}

const open = (name: FetchedProduct, baseUrl: string): Promise<Brought> => {
  const { file, integrity } = builtProducts[name]
  opened[name] ??= loadModule<ProductFile>(`${baseUrl}/${file}`, integrity).then(
    module => module.default(part => shared[part]),
    error => {
      delete opened[name]
      throw error
    },
  )
  return opened[name]
}

/** File of each part of the client. */
const fileOf = {
  createAccount: 'account',
  createCryptoWallets: 'crypto',
  createIdp: 'idp',
  createWebauthn: 'passkeys',
} as const

loadPartsBy(async (name, baseUrl) => (await open(fileOf[name], baseUrl))[name])

/** The views of every product, or the function that fetches them, which is called on pages that name the product. */
export const products = {
  ...atHand,
  ...(Object.fromEntries(
    Object.keys(builtProducts).map(name => [
      name,
      async (baseUrl: string) => (await open(name as FetchedProduct, baseUrl)).views,
    ]),
  ) as Record<FetchedProduct, (baseUrl: string) => Promise<form.Views>>),
}
