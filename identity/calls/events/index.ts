export { eventCalls } from './calls.ts'
export { type EventTables, eventMigrations } from './store.ts'
