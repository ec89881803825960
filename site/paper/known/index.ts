export {
  crossrefDate,
  crossrefIsoDate,
  crossrefText,
  crossrefUpdateFields,
  readCrossrefWork,
  updatesInWork,
} from './crossref-updates.ts'
export {
  type Evidence,
  evidenceInStores,
  factsInEvidence,
  type NoteEntry,
  type ReplicationEntry,
  type UpdateEntry,
  type UpdateSource,
} from './evidence.ts'
export { badge, type CrossrefState, freshnessOf } from './freshness.ts'
export { knownFrom } from './known.ts'
export { type KnownReader, knownReader, type StoredKnown } from './known-reader.ts'
export {
  hasNoStarter,
  noteAsked,
  type ReplicationRow,
  removeListed,
  type SourcedUpdate,
  saveReplications,
  saveSourcedUpdates,
  saveUpdates,
  type UpdateRow,
} from './known-store.ts'
export { floraOrigin, type KnownTables, knownMigrations } from './known-tables.ts'
export { drawnShape, factsAPage, toneOfMark, toneOfStatus, tones } from './listed-facts.ts'
export { mergeEvidence } from './merge-evidence.ts'
export type { Freshness, KnownFact, KnownFactKind, KnownModel, Status, StatusKind, StatusMark } from './model.ts'
export {
  type Dated,
  datedAttempt,
  isRecent,
  learnFlag,
  learnNotices,
  learnUpdates,
  replaceStarter,
  withNews,
} from './news.ts'
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
export { gravity, nothingKnown, statusOf } from './status.ts'
export { formatDate, statusMark, statusNote, statusShape, statusWords, summarizeReports } from './status-words.ts'
export { isNumberLeft, layoutStrip, type Strip } from './strip.ts'
export { upsertRows } from './upsert-rows.ts'
