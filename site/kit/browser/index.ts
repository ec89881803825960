export { changedFields } from './changed-fields.ts'
export { pageSettings } from './page-settings.ts'
