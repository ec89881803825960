export { type Evidence, factsInEvidence, type ReplicationEntry, type UpdateEntry } from './evidence.ts'
export { knownFrom } from './known.ts'
export {
  hasNoStarter,
  type KnownReader,
  type KnownTables,
  knownMigration,
  knownReader,
  type ReplicationRow,
  replaceStarter,
  replaceUpdates,
  saveReplications,
  saveUpdates,
  type ToldUpdate,
  type UpdateRow,
} from './known-store.ts'
export type { KnownFact, KnownFactKind, KnownModel } from './model.ts'
