export { badge } from './badge.ts'
export {
  crossrefDate,
  crossrefText,
  crossrefUpdateFields,
  readCrossrefWork,
  updatesInWork,
} from './crossref-updates.ts'
export { drawnShape, toneOfMark, toneOfStatus, tones } from './drawn-shape.ts'
export {
  type Evidence,
  factsInEvidence,
  type NoteEntry,
  type ReplicationEntry,
  type UpdateEntry,
  type UpdateSource,
} from './evidence.ts'
export { type CrossrefState, freshnessOf } from './freshness.ts'
export { knownFrom } from './known.ts'
export { type KnownReader, knownReader } from './known-reader.ts'
export {
  hasNoStarter,
  noteAsked,
  type ReplicationRow,
  removeListed,
  replaceStarter,
  saveReplications,
  saveTold,
  saveUpdates,
  type ToldUpdate,
  type UpdateRow,
} from './known-store.ts'
export { floraOrigin, type KnownTables, knownMigrations } from './known-tables.ts'
export { factsAPage } from './listed-facts.ts'
export { mergeEvidence } from './merge-evidence.ts'
export type { Freshness, KnownFact, KnownFactKind, KnownModel, Status, StatusMark } from './model.ts'
export { type Dated, datedAttempt, learnFlag, learnNotices, learnUpdates, withNews } from './news.ts'
export {
  type KnownSource,
  knownSources,
  noteFailure,
  noteReach,
  runsReader,
  type SourceReach,
  type SourceTables,
  sourcesMigration,
  sourcesReader,
} from './sources.ts'
export { nothingKnown, statusOf } from './status.ts'
export { dateInWords, statusMark, statusNote, statusShape, statusWords } from './status-words.ts'
export { isNumberLeft, layoutStrip, type Strip } from './strip.ts'
