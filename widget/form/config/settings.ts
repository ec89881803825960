import { manifestList, type ProductSettings, type SignInProduct } from '../../products/index.ts'
import type { Config } from './config.ts'

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
