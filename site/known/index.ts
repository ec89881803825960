export { badge } from './badge.ts'
export {
  crossrefDate,
  crossrefText,
  crossrefUpdateFields,
  readCrossrefWork,
  updatesInWork,
} from './crossref-updates.ts'
export {
  type Evidence,
  factsInEvidence,
  type ReplicationEntry,
  type UpdateEntry,
  type UpdateSource,
} from './evidence.ts'
export { type CrossrefState, freshnessOf } from './freshness.ts'
export { knownFrom } from './known.ts'
export { type KnownReader, knownReader } from './known-reader.ts'
export {
  floraOrigin,
  hasNoStarter,
  type KnownTables,
  knownMigrations,
  type ReplicationRow,
  removeListed,
  replaceAnnounced,
  replaceStarter,
  replaceUpdates,
  saveReplications,
  saveTold,
  saveUpdates,
  type ToldUpdate,
  type UpdateRow,
} from './known-store.ts'
export { mergeEvidence } from './merge-evidence.ts'
export type { Freshness, KnownFact, KnownFactKind, KnownModel, Status, StatusMark } from './model.ts'
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
export { statusMark, statusNote, statusWords } from './status-words.ts'
