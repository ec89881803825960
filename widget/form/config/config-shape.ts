import {
  manifestList,
  type ProductConfig,
  type ProductSettings,
  type SignInProduct,
  signInProducts,
} from '../../products/index.ts'
import type { Shape } from '../../shape/index.ts'

/** Sign-in configuration of a page. All optional; `withDefaults` fills in the rest. */
export type Config = {
  /** Their order is the order on the Main screen. */
  products?: readonly SignInProduct[]
  sessionOptions?: { sessionDurationMinutes: number }
  /** Completes a sign-in by the token that a magic link or an account at a provider brought to the page's address. False unless set. */
  authenticateByUrl?: boolean
  /** Draws in a shadow tree, which rules of the page do not reach. The custom element does so unless this is false. */
  enableShadowDOM?: boolean
} & ProductConfig

/** Config with all defaults applied, as used by screens. */
export type Settings = {
  products: readonly SignInProduct[]
  sessionOptions: { sessionDurationMinutes: number }
  authenticateByUrl: boolean
  enableShadowDOM: boolean
  /** Language of the form's mails and texts (BCP 47); undefined uses the project's. */
  locale: string | undefined
} & ProductSettings

/** Sessions last 30 minutes by default (SPEC §9). */
export const withDefaults = (config: Config = {}, locale?: string): Settings => ({
  products: config.products ?? ['emailMagicLinks'],
  sessionOptions: config.sessionOptions ?? { sessionDurationMinutes: 30 },
  authenticateByUrl: config.authenticateByUrl ?? false,
  enableShadowDOM: config.enableShadowDOM ?? false,
  locale,
  ...(Object.fromEntries(
    manifestList.map(manifest => [
      manifest.optionsKey,
      manifest.withDefaults(config[manifest.optionsKey as keyof Config] as never),
    ]),
  ) as ProductSettings),
})

/** Shape of `config` for validation. */
export const configShape: Shape = {
  fields: {
    products: { listOf: { oneOf: signInProducts } },
    ...Object.fromEntries(manifestList.map(({ optionsKey, optionsShape }) => [optionsKey, optionsShape])),
    sessionOptions: { fields: { sessionDurationMinutes: 'number' }, required: ['sessionDurationMinutes'] },
    authenticateByUrl: 'boolean',
    enableShadowDOM: 'boolean',
  },
}
