export { type Evidence, factsInEvidence } from './evidence.ts'
export { type CrossrefState, freshnessOf } from './freshness.ts'
export { knownFrom } from './known.ts'
export { type KnownReader, knownReader } from './known-reader.ts'
export {
  askedMigration,
  hasNoStarter,
  type KnownTables,
  knownMigration,
  type ReplicationRow,
  replaceStarter,
  replaceUpdates,
  saveReplications,
  saveUpdates,
  type ToldUpdate,
  type UpdateRow,
} from './known-store.ts'
export { mergeEvidence } from './merge-evidence.ts'
export type { Freshness, KnownFact, KnownFactKind, KnownModel, Status, StatusMark } from './model.ts'
export { reachReader } from './reach-reader.ts'
export { nothingKnown, statusOf } from './status.ts'
export { statusMark, statusNote, statusWords } from './status-words.ts'
export { bareTitle } from './title-claim.ts'
