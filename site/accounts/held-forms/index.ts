export type { ContinuePageModel } from './model.ts'
export { type HeldFormTables, sweepHeldForms } from './store.ts'
