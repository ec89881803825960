import { manifestList, type ProductSettings, type SignInProduct } from '../../products/index.ts'
import type { Config } from './config.ts'

/** A config with every default filled in, which is what screens read. */
export type Settings = {
  products: readonly SignInProduct[]
  sessionOptions: { sessionDurationMinutes: number }
  authenticateByUrl: boolean
  enableShadowDOM: boolean
  /** The language of the mails and texts that this form asks for (BCP 47); undefined: the project's. */
  locale: string | undefined
} & ProductSettings

/** A session lasts 30 minutes unless the page says otherwise (SPEC §9). */
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
