export {
  type ImportedReferences,
  learnReferences,
  type ReferencesSink,
  referencesInWork,
  referencesSink,
  type Sought,
  type SourceReferences,
} from './imported-references.ts'
export { type Fall, type FlagOrder, withoutDatePadding } from './list-falls.ts'
export type { CitesModel } from './model.ts'
export { planCitations } from './nightly.ts'
export { openAlexId } from './open-alex-lists.ts'
export {
  type FlaggedReference,
  type FlaggedReferencesOf,
  readFlaggedReferences,
  summarizeFlaggedReferences,
} from './read-fallen-references.ts'
export { type CitationTables, citationsMigration } from './tables.ts'
