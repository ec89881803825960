export { acknowledged } from './acknowledged.ts'
export { sendBibliography } from './send-bibliography.ts'
