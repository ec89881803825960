export { type ErrorPageModel, errorPage } from './error-page.ts'
