import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import type { ShapeOf } from '../../shape/index.ts'
import type { Manifest } from '../manifest.ts'
import { en } from './en.ts'

export type OAuthProviderOptions = {
  type: OAuthProvider
  custom_scopes?: readonly string[]
  provider_params?: Readonly<Record<string, string>>
  one_tap?: boolean
  position?: 'embedded' | 'embeddedOnly' | 'floating' | 'floatingOrEmbedded'
}

export type OAuthOptions = {
  providers: readonly OAuthProviderOptions[]
  loginRedirectURL?: string
  signupRedirectURL?: string
}

const optionsShape: ShapeOf<OAuthOptions> = {
  fields: {
    providers: {
      listOf: {
        fields: {
          type: { oneOf: oauthProviders },
          custom_scopes: { listOf: 'string' },
          provider_params: 'object',
          one_tap: 'boolean',
          position: { oneOf: ['embedded', 'embeddedOnly', 'floating', 'floatingOrEmbedded'] },
        },
        required: ['type'],
      },
    },
    loginRedirectURL: 'string',
    signupRedirectURL: 'string',
  },
  required: ['providers'],
}

/** Signing in with an account elsewhere: one button for each provider. */
export const social = {
  optionsKey: 'oauthOptions',
  optionsShape,
  withDefaults: (options: OAuthOptions | undefined): OAuthOptions => options ?? { providers: [] },
  screens: [],
  initialState: {},
  actions: {},
  texts: en,
  buttons: { group: 'oauth', count: ({ providers }: OAuthOptions) => providers.length },
  landing: null,
} as const satisfies Manifest
