import type { Locale } from '../platform/locales/index.ts'

const minute = 60_000

/**
 * How long something still works, as people say it: `30 minutes`, `1 hour and 30 minutes`, `7 días`.
 * Rounded to minutes, so that the seconds a message waited do not show; never less than a minute.
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
    // Minutes beside days would be a precision nobody needs.
    ...(minutes % 60 > 0 && days === 0 ? [counted(minutes % 60, 'minute')] : []),
  ]
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
}
