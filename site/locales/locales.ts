/** The languages that mails are written in. The site's pages are in English. */
export const locales = ['en', 'de', 'es'] as const
export type Locale = (typeof locales)[number]

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
