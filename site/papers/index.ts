export { createPapers, type PaperJobs, type Papers, type PaperTables } from './create-papers.ts'
export type { PaperFacts } from './facts.ts'
export type { FactsTables } from './facts-store.ts'
export {
  hasNoStarter,
  type KnownTables,
  type ReplicationRow,
  replaceStarter,
  saveReplications,
  saveUpdates,
  type UpdateRow,
} from './known-store.ts'
export type { KnownFact, KnownFactKind, PaperPageModel } from './model.ts'
export { openAlexFields, readOpenAlexWork } from './open-alex.ts'
export { paperPage } from './paper-page.ts'
