export { type EventTables, papersWithEvents } from './papers-with-events.ts'
