export {
  type KnownTables,
  knownMigration,
  type ReplicationRow,
  saveReplications,
  saveUpdates,
  type UpdateRow,
} from './known-store.ts'
export type { KnownFact, KnownFactKind, KnownModel, PaperPageModel, VoteModel } from './model.ts'
