export { agoInWords, dateInWords, dayInWords, isoTime, months } from './times.ts'
