import { type Locale, locales } from '@corroborate/wire/locales'

export { type Locale, locales }

const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text)

/**
 * Selects a supported locale for a language tag such as `es` or `es-MX` (BCP 47). Falls back if the tag is unsupported or missing. Pure.
 */
export const chooseLocale = (wish: string | undefined, fallback: Locale): Locale => {
  const [language = ''] = (wish ?? '').toLowerCase().split(/[-_]/)
  return isLocale(language) ? language : fallback
}
