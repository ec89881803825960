export { axe } from './axe.ts'
export { findChromium, openBrowser } from './chromium.ts'
export { see } from './see.ts'
