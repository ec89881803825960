export { type AppendOnly, keepEntries } from './keep-entries.ts'
