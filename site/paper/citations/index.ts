export {
  type ImportedReferences,
  learnReferences,
  type ReferencesSink,
  referencesInWork,
  referencesSink,
  type Sought,
  type ToldReferences,
} from './imported-references.ts'
export { asExactAsTold, type Fall, type WhenFell } from './list-falls.ts'
export type { CitesModel } from './model.ts'
export { planCitations } from './nightly.ts'
export { openAlexId } from './open-alex-lists.ts'
export {
  type CitedFallen,
  citesInWords,
  type FallenReferences,
  readFallenReferences,
} from './read-fallen-references.ts'
export { type CitationTables, citationsMigration } from './tables.ts'
