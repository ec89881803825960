export { type AnyPage, definePage, type ModelsOf, type Page } from './define-page.ts'
export { type Head, noIndex } from './head.ts'
export type { PageSettings } from './page-settings.ts'
export { anybody, type Reader } from './reader.ts'
