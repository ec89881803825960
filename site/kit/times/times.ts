/** "just now", "5 minutes ago", "3 days ago". Both in epoch milliseconds. */
export const formatAge = (past: number, now: number): string => {
  const minutes = Math.floor(Math.max(0, now - past) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${counted(minutes, 'minute')} ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${counted(hours, 'hour')} ago`
  return `${counted(Math.floor(hours / 24), 'day')} ago`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** January to December. */
export const months: readonly string[] =
  'January February March April May June July August September October November December'.split(' ')

/** "20 November 2026", "November 2026" or "2026", of an ISO 8601 date. */
export const formatDate = (date: string): string => {
  const [year = '', month, day] = date.slice(0, 10).split('-')
  return [day === undefined ? '' : Number(day), month === undefined ? '' : months[Number(month) - 1], year]
    .filter(part => part !== '')
    .join(' ')
}

/** The same without its year, which is beside it: "20 November", "November"; null of a year alone. */
export const dateWithinYear = (date: string): string | null => formatDate(date).replace(/ ?\d{4}$/, '') || null

/** A time in epoch milliseconds as text for programs: ISO 8601, in UTC. */
export const isoTime = (at: number): string => new Date(at).toISOString()

/** "20 November 2026 at 10:00 UTC", of an ISO 8601 time. */
export const formatTime = (time: string): string =>
  `${formatDate(time)} at ${isoTime(Date.parse(time)).slice(11, 16)} UTC`

/** "20 November 2026", in UTC. */
export const formatDay = (time: number): string => formatDate(isoTime(time))
