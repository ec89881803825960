export { longest as longestOfNote } from './rules.ts'
export { likenessOf } from './signals.ts'
export { findPublicNote, isSeen, type NoteTables, type PublicRow, publicNotesReader } from './store.ts'
export { countedNotesReader } from './told-notes.ts'
