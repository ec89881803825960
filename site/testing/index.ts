export { openBrowser } from './chromium.ts'
export { type RunningSite, runSite } from './running-site.ts'
