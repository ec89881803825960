/** Languages of both mails and the sign-in form (BCP 47 tags). */
export const locales = ['en', 'de', 'es'] as const
export type Locale = (typeof locales)[number]
/** Languages besides the built-in English. */
export type OtherLocale = Exclude<Locale, 'en'>

/** Returns the first supported language of an Accept-Language header; defaults to English. */
export const localeOf = (wish: string | undefined): Locale => {
  const asked = (wish ?? '')
    .slice(0, 500)
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map(parameter => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(value => value !== undefined)
      return { language: tag.split('-')[0], weight: q === undefined ? 1 : Number(q) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  for (const { language } of asked) {
    const found = locales.find(locale => locale === language)
    if (found !== undefined) return found
  }
  return 'en'
}
