import { createHash } from 'node:crypto'
import type { OAuthProvider } from '@corroborate/wire/providers'
import type { Person } from '../upstream/index.ts'

/** Input on a sandbox page. */
export type Typed = {
  name: string
  /** The address, or the user name at a provider without addresses. */
  account: string
  isVerified: boolean
}

export const usualPerson: Typed = { name: 'Ada Lovelace', account: 'ada@example.org', isVerified: true }

const digest = (provider: OAuthProvider, account: string): string =>
  createHash('sha256').update(`${provider} ${account.trim().toLowerCase()}`).digest('hex')

const digits = (hex: string): string =>
  String(100_000_000_000 + (Number.parseInt(hex.slice(0, 11), 16) % 899_999_999_999))
const guid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')

/** ID formats of providers whose IDs are not purely numeric. */
const forms: Partial<Record<OAuthProvider, (hex: string) => string>> = {
  microsoft: guid,
  apple: hex => `000123.${hex.slice(0, 32)}.0123`,
  salesforce: hex => `005${hex.slice(0, 15).toUpperCase()}`,
  slack: hex => `U${hex.slice(0, 10).toUpperCase()}`,
  amazon: hex => `amzn1.account.${hex.slice(0, 28).toUpperCase()}`,
  bitbucket: hex => `{${guid(hex)}}`,
  linkedin: hex => hex.slice(0, 10),
  coinbase: guid,
  tiktok: hex => `-000${hex.slice(0, 32)}`,
  snapchat: hex => hex.slice(0, 43),
  yahoo: hex => hex.slice(0, 26).toUpperCase(),
}

/** Builds the user of a fake provider. The ID is derived from the input, so that it survives a restart. */
export const personOf = (provider: OAuthProvider, { name, account, isVerified }: Typed): Person => {
  const hex = digest(provider, account)
  return {
    subject: (forms[provider] ?? digits)(hex),
    name: name.trim(),
    email: account.includes('@') ? account.trim() : null,
    isVerified,
    locale: 'en',
  }
}
