/** Lazy file of wallets: the product's views and its part of the client. */
export { createCryptoWallets } from '#parts'
export { views } from './wallets/views.ts'
