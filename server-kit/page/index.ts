export { documentStart, htmlText } from './document.ts'
