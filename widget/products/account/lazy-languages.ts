import type { OtherLocale } from '@corroborate/wire/locales'
import type { OwnTexts } from './en.ts'

/** The languages beside English, in a chunk of the package each. */
export const moreLanguages = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
} satisfies Record<OtherLocale, () => Promise<OwnTexts>>
