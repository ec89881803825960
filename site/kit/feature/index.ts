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
export {
  type AnyFeature,
  type AnySection,
  defineFeature,
  type Feature,
  type Handler,
  type NoJobs,
  nothingOfPeople,
  type OpenFeature,
  type PaperSection,
} from './feature.ts'
export type {
  AccountIds,
  CommandParts,
  Mine,
  MyItem,
  MyPart,
  OpenSiteDatabase,
  OpenSiteSnapshot,
  Site,
} from './site.ts'
