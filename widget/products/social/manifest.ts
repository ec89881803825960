import { type OAuthProvider, oauthProviders } from '@corroborate/wire/providers'
import type { ShapeOf } from '../../shape/index.ts'
import type { Manifest } from '../manifest.ts'
import { en } from './en.ts'
import type { OneTapTexts } from './one-tap/en.ts'

const positions = ['embedded', 'embeddedOnly', 'floating', 'floatingOrEmbedded', 'forceLegacyEmbedded'] as const
export type OneTapPosition = (typeof positions)[number]

export type OAuthProviderOptions = {
  type: OAuthProvider
  custom_scopes?: readonly string[]
  provider_params?: Readonly<Record<string, string>>
  /** Google One Tap in place of the button, of Google alone. */
  one_tap?: boolean
  /** Position; defaults to `floating`. */
  position?: OneTapPosition
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
          position: { oneOf: positions },
        },
        required: ['type'],
      },
    },
    loginRedirectURL: 'string',
    signupRedirectURL: 'string',
  },
  required: ['providers'],
}

/** Social sign-in: one button per provider. */
export const social = {
  optionsKey: 'oauthOptions',
  optionsShape,
  withDefaults: (options: OAuthOptions | undefined): OAuthOptions => options ?? { providers: [] },
  screens: [],
  initialState: {},
  actions: {},
  // Those of One Tap in English come with its views.
  texts: { ...en, oneTap: {} as Partial<OneTapTexts> },
  buttons: { group: 'oauth', count: ({ providers }: OAuthOptions) => providers.length },
  landing: null,
} as const satisfies Manifest
