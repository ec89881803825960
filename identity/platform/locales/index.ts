import { type Locale, locales } from '@corroborate/wire/locales'

export { type Locale, locales }

const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text)

/**
 * The language to write to somebody who asked for one by its tag, such as `es` or `es-MX` (BCP 47). One that we do not
 * write, or none, gives the fallback: nobody is kept out for want of a translation. Pure.
 */
export const chooseLocale = (wish: string | undefined, fallback: Locale): Locale => {
  const [language = ''] = (wish ?? '').toLowerCase().split(/[-_]/)
  return isLocale(language) ? language : fallback
}
