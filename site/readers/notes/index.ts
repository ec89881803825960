export { countedNotesReader } from './read-notes.ts'
export { longest as longestOfNote } from './rules.ts'
export { likenessOf } from './signals.ts'
export { findPublicNote, isSeen, type NoteTables, type PublicRow, publicNotesReader } from './store.ts'
