/** What the file of wallets brings: the views of the product, and its part of the client. */
export { createCryptoWallets } from '#parts'
export { views } from './wallets/views.ts'
