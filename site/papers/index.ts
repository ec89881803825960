export { createPapers, type PaperJobs, type Papers, type PaperTables } from './create-papers.ts'
export type { FactsAnswer, PaperFacts } from './facts.ts'
export { type FactsTables, factsMigration } from './facts-store.ts'
export { type PaperHead, paperHead } from './head.ts'
export {
  type KnownTables,
  knownMigration,
  type ReplicationRow,
  saveReplications,
  saveUpdates,
  type UpdateRow,
} from './known-store.ts'
export type { KnownFact, KnownFactKind, KnownModel, PaperPageModel, VoteModel } from './model.ts'
export { OPEN_ALEX_FIELDS, readOpenAlexWork } from './open-alex.ts'
