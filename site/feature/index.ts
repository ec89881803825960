export { deleteAccount, merged, moveToAccount, noteProof, paperSectionsReader } from './every-feature.ts'
export type { AnyFeature, Feature, Handler, OpenFeature, PaperSection } from './feature.ts'
export type { Site, WholeSite } from './site.ts'
