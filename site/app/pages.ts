import { errorPage } from '../kit/error-page/index.ts'
import type { AnyPage, ModelsOf } from '../kit/page/index.ts'
import { features, type SiteFeature } from './features.ts'

/** Every page of the site. */
export const pages: readonly AnyPage[] = [errorPage, ...features.flatMap(feature => feature.pages)]

type SitePage = typeof errorPage | SiteFeature['pages'][number]

/** What each page is given, by its name. */
export type PageModels = ModelsOf<SitePage>
