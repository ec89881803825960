export { createPapers, type PaperJobs, type Papers, type PaperTables } from './create-papers.ts'
export type { PaperFacts } from './facts.ts'
export { type FactsTables, factsMigration } from './facts-store.ts'
export { paperHead } from './head.ts'
export {
  hasNoStarter,
  type KnownTables,
  knownMigration,
  type ReplicationRow,
  replaceStarter,
  saveReplications,
  saveUpdates,
  type UpdateRow,
} from './known-store.ts'
export type { KnownFact, KnownFactKind, PaperPageModel } from './model.ts'
export { openAlexFields, readOpenAlexWork } from './open-alex.ts'
