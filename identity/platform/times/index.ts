export { timeInWords } from './time-in-words.ts'
