export { dateIn } from './date-in.ts'
export { agoInWords, dateInWords, dateWithinYear, dayInWords, isoTime, months, timeInWords } from './times.ts'
