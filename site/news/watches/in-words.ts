import { dateInWords } from '../../paper/known/index.ts'

/** "on 5 June 2020": the event's own date, as exact as it is, else the day on which it happened. */
export const whenInWords = ({ at, date }: { at: number; date: string | null }): string =>
  dateInWords({ date: date ?? dayOf(at), dateIsLatest: false }).trim()

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
