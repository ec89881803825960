export { type CslItem, citationFile } from './citation-file.ts'
export { asDownload, cslName } from './cite-call.ts'
export { createPapers, type PaperJobs, type Papers, type PaperTables, type WithPapers } from './create-papers.ts'
export type { FactsTables, PaperFacts } from './facts-store.ts'
export type { FindFacts } from './find-facts.ts'
export { isEmptyPage, paperLinks } from './head.ts'
export type { PaperPageModel, ShownVersion } from './model.ts'
export { jsonOf, openAlexFields, readOpenAlexWork } from './open-alex.ts'
export {
  attemptsReader,
  notesReader,
  type ProvidesNotes,
  type ProvidesReplications,
  type ReadAttempts,
  type ReadNotes,
} from './paper-view.ts'
export {
  createNamePaper,
  createTitleOf,
  type KnownPaper,
  type NamePaper,
  type PaperNamed,
  type ReadPapers,
  type TitleOf,
} from './read-papers.ts'
export type { PaperSummary, ReadStatuses, ReadSummaries } from './statuses.ts'
export {
  type ActedOn,
  paperPage,
  sweepMissingFacts,
  sweepUnusedFacts,
  wholeListPage,
  wholeLists,
} from './sweep-facts.ts'
