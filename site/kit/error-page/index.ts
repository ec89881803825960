export { errorPage } from './error-page.ts'
export type { ErrorPageModel } from './model.ts'
