import type { ShapeOf } from '../../shape/index.ts'
import type { Manifest } from '../manifest.ts'
import type { AccountTexts } from './en.ts'

export type AccountOptions = {
  /** Where people download a copy of their data, for an application that adds its own data to the provider's. */
  downloadURL?: string
}

const optionsShape: ShapeOf<AccountOptions> = { fields: { downloadURL: 'string' } }

/** The page on which somebody looks after their account. It is no way to sign in: it is mounted by itself. */
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
