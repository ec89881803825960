import type { Locale } from '../platform/locales/index.ts'

const minute = 60_000

/**
 * Formats a remaining lifetime in words: `30 minutes`, `1 hour and 30 minutes`, `7 días`. Rounded to minutes to hide the queueing delay; at
 * least one minute.
 * @param expiresAt and `now` are epoch milliseconds.
 */
export const expiryInWords = (expiresAt: number, now: number, locale: Locale): string => {
  const counted = (count: number, unit: 'day' | 'hour' | 'minute'): string =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  const minutes = Math.max(1, Math.round((expiresAt - now) / minute))
  const days = Math.floor(minutes / 1_440)
  const hours = Math.floor((minutes % 1_440) / 60)
  const parts = [
    ...(days > 0 ? [counted(days, 'day')] : []),
    ...(hours > 0 ? [counted(hours, 'hour')] : []),
    // Omits minutes after days as needless precision.
    ...(minutes % 60 > 0 && days === 0 ? [counted(minutes % 60, 'minute')] : []),
  ]
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}
