import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import { loadModule, loadPartsBy } from '../client/index.ts'
import * as form from '../form/index.ts'
import { views as email } from './email/views.ts'
import type { FetchedProduct, ProductName } from './index.ts'

/** The product of a page that names none. It comes with the plain script, whose form then asks for no further file. */
const atHand: Readonly<Record<Exclude<ProductName, FetchedProduct>, form.Views>> = { emailMagicLinks: email }

/** Put in by the build: under which name the provider serves the views of a product, and their hash. */
declare const builtProducts: Readonly<Record<FetchedProduct, { file: string; integrity: string }>>

/** What the files of products take from this script, by the name they `require`: they contain neither React nor the form. */
const shared: Readonly<Record<string, object>> = { react, 'react/jsx-runtime': jsxRuntime, form }

/** Views, and in some files the product's part of the client. */
type Brought = { views: form.Views } & typeof import('#parts')

/** A file of a product is one function, which is given what it takes from this script. */
type ProductFile = { default: (require: (name: string) => object | undefined) => Brought }

/** What the files brought. Each is opened once, so that all of a page knows of the one ceremony that goes on. */
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

/** Which file brings which part of the client. */
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
