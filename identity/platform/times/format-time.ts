/**
 * A time in the long form of a locale: `31 January 2030 at 12:34 UTC`. UTC, and labeled so, because the server does not know the
 * reader's time zone.
 * @param at epoch ms
 * @param tag BCP 47, such as `de`
 */
export const formatTime = (at: number, tag = 'en-GB'): string =>
  `${new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`
