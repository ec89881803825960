export { pageSettings } from './page-settings.ts'
