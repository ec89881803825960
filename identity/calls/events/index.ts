export { eventCalls } from './calls.ts'
export { type EventTables, eventMigrations, sweepEvents } from './store.ts'
