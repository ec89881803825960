/**
 * An ISO 8601 date in the long form of a locale, as exact as it is given: `24. Juli 2025`, `julio de 2025`, `2025`. Days are in UTC.
 * @param tag BCP 47, such as `de-DE`
 */
export const dateIn = (tag: string, date: string): string => {
  const at = Date.parse(date)
  if (!Number.isFinite(at) || date.length < 7) return date.slice(0, 4)
  const exactness = date.length < 10 ? ({ year: 'numeric', month: 'long' } as const) : ({ dateStyle: 'long' } as const)
  return new Intl.DateTimeFormat(tag, { ...exactness, timeZone: 'UTC' }).format(at)
}
