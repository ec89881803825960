import { dateIn } from '../../../kit/times/date-in.ts'

/** Formats an ISO date, exact to the day, the month or the year, with the preposition that a language puts before it. */
export const datePhrase =
  (tag: string, before: { day: string; month: string; year: string }) =>
  (date: string): string => {
    const exactness =
      !Number.isFinite(Date.parse(date)) || date.length < 7 ? 'year' : date.length < 10 ? 'month' : 'day'
    return `${before[exactness]} ${dateIn(tag, date)}`.trim()
  }
