export type { Fall } from './fall.ts'
export {
  type ImportedReferences,
  type ReferencesSink,
  referencesInWork,
  referencesSink,
  type Sought,
} from './imported-references.ts'
export { citesInWords } from './in-words.ts'
export { learnReferences, type ToldReferences } from './learn-references.ts'
export type { CitesModel } from './model.ts'
export { planCitations } from './nightly.ts'
export { openAlexId } from './open-alex-lists.ts'
export { type CitedFallen, type FallenReferences, readFallenReferences } from './read-fallen-references.ts'
export { type CitationTables, citationsMigration } from './tables.ts'
export { asExactAsTold, type WhenFell } from './when-fell.ts'
