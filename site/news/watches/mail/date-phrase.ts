/** Writes an ISO date, exact to the day, the month or the year, with the word that stands before it in a language. */
export const datePhrase = (locale: string, before: { day: string; month: string; year: string }) => {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return (date: string): string => {
    const at = Date.parse(date)
    if (!Number.isFinite(at) || date.length < 7) return `${before.year} ${date.slice(0, 4)}`.trim()
    return date.length < 10 ? `${before.month} ${month.format(at)}` : `${before.day} ${day.format(at)}`
  }
}
