import type { ShapeOf } from '../../shape/index.ts'
import type { Manifest } from '../manifest.ts'
import type { IdpTexts } from './en.ts'

export type IdpOptions = {
  /** The application's request, if not the page's query: `?client_id=…`. */
  query?: string
}

const optionsShape: ShapeOf<IdpOptions> = { fields: { query: 'string' } }

/** Signing in to applications of others, and out again. It is no way to sign in: it is mounted by itself. */
export const idp = {
  optionsKey: 'idpOptions',
  optionsShape,
  withDefaults: (options: IdpOptions | undefined): IdpOptions => options ?? {},
  screens: ['IDPConsent'],
  initialState: {},
  actions: {},
  // They come with the views, in every language: only consent pages load those.
  texts: { idp: {} as Partial<IdpTexts> },
  buttons: null,
  landing: null,
} as const satisfies Manifest
