/** English texts write the day first; a page that asks for a regional English (`en-US`) gets that form. */
const tagOf = (language: string): string => (language === 'en' ? 'en-GB' : language)

/**
 * Formats ISO 8601 times in the long form of a language: `24 July 2025 at 10:30`.
 * @param language BCP 47
 * @param timeZone the browser's by default
 */
export const timeFormat = (language: string, timeZone?: string): ((iso: string) => string) => {
  const format = new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeStyle: 'short', timeZone })
  return iso => format.format(new Date(iso))
}
