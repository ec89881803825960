export { openBrowser } from './chromium.ts'
