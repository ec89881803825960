export {
  attemptsReader,
  deleteAccount,
  exportAccount,
  merged,
  mineReader,
  moderatedKindsOf,
  moveToAccount,
  noteProof,
  notesReader,
  paperSectionsReader,
} from './every-feature.ts'
export type {
  AnyFeature,
  Feature,
  Handler,
  OpenFeature,
  PaperSection,
} from './feature.ts'
export type { AccountIds, Mine, MyItem, MyPart } from './mine.ts'
export type { Site, WholeSite } from './site.ts'
