import type { Views } from '../form/index.ts'
import { views as email } from './email/views.ts'
import type { FetchedProduct, ProductName } from './index.ts'

/** Views in chunks of the package: the bundler of an application splits them off, and the pages that name a product load its chunk. */
export const products: Record<Exclude<ProductName, FetchedProduct>, Views> &
  Record<FetchedProduct, () => Promise<Views>> = {
  account: async () => (await import('./account/views.ts')).views,
  crypto: async () => (await import('./wallets/views.ts')).views,
  emailMagicLinks: email,
  idp: async () => (await import('./idp/views.ts')).views,
  oauth: async () => (await import('./social/views.ts')).views,
  onetap: async () => (await import('./social/one-tap/index.ts')).views,
  otp: async () => (await import('./passcodes/views.ts')).views,
  passkeys: async () => (await import('./passkeys/views.ts')).views,
  passwords: async () => (await import('./passwords/views.ts')).views,
  second: async () => (await import('./second/views.ts')).views,
}
