import type { ShapeOf } from '../../shape/index.ts'
import type { Manifest } from '../manifest.ts'
import type { AccountTexts } from './en.ts'

export type AccountOptions = {
  /** URL of a data export, for applications that add their own data to the provider's. */
  downloadURL?: string
}

const optionsShape: ShapeOf<AccountOptions> = { fields: { downloadURL: 'string' } }

/** The account page. Not a sign-in method: it is mounted separately. */
export const account = {
  optionsKey: 'accountOptions',
  optionsShape,
  withDefaults: (options: AccountOptions | undefined): AccountOptions => options ?? {},
  screens: ['Account'],
  initialState: {},
  actions: {},
  // They come with the views, in every language: only pages with an account on them load those.
  texts: { account: {} as Partial<AccountTexts> },
  buttons: null,
  landing: null,
} as const satisfies Manifest
