export { agoInWords, dateInWords, dateWithinYear, dayInWords, isoTime, months } from './times.ts'
