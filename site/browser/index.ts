export type { ErrorPageModel, PageModels, PageName } from './page-models.ts'
