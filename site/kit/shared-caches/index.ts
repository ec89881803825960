export { cacheKeys } from './cache-keys.ts'
export { noteChange, notePapersChange, type PurgeJobs, purgeWhatChanges } from './note-change.ts'
