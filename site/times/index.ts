export { agoInWords, dateInWords, dayInWords, months } from './times.ts'
