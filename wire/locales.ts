/** The languages that both mails and the sign-in form are written in, by their tags (BCP 47). */
export const locales = ['en', 'de', 'es'] as const
export type Locale = (typeof locales)[number]
/** Those beside English, which comes with everything. */
export type OtherLocale = Exclude<Locale, 'en'>

/** The first language that a browser asks for (Accept-Language) and we can write; English else. */
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
