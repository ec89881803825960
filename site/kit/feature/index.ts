export { defineFeature, type NoJobs, nothingOfPeople } from './define-feature.ts'
export {
  deleteAccount,
  exportAccount,
  merged,
  middlewareInOrder,
  mineReader,
  moveToAccount,
  noteProof,
  paperSectionsReader,
} from './every-feature.ts'
export type { AnyFeature, AnySection, Feature, Handler, OpenFeature, PaperSection } from './feature.ts'
export type { AccountIds, Mine, MyItem, MyPart } from './mine.ts'
export type { CommandParts, OpenSiteDatabase, OpenSiteSnapshot, Site } from './site.ts'
