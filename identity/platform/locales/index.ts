/** Languages that mails and texts are written in. A new one is a table in `delivery/words/`. */
export const locales = ['en', 'es'] as const
export type Locale = (typeof locales)[number]

const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text)

/**
 * The language to write to somebody who asked for one by its tag, such as `es` or `es-MX` (BCP 47). One that we do not
 * write, or none, gives the fallback: nobody is kept out for want of a translation. Pure.
 */
export const chooseLocale = (wish: string | undefined, fallback: Locale): Locale => {
  const [language = ''] = (wish ?? '').toLowerCase().split(/[-_]/)
  return isLocale(language) ? language : fallback
}
