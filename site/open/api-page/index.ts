export { apiPage } from './api-page.ts'
export { apiPageModel } from './api-page-model.ts'
