export type { ErrorPageModel, PageModels, PageName } from './page-models.ts'
export { type PageSettings, pageSettings } from './page-settings.ts'
