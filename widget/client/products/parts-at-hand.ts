/** Parts of the client that few pages call. The plain script leaves them to the files of products (`parts-to-come.ts`). */
export { createAccount } from './account.ts'
export { createCryptoWallets } from './crypto-wallets.ts'
export { createIdp } from './idp.ts'
export { createWebauthn } from './webauthn.ts'
