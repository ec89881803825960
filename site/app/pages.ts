import { errorPage } from '../kit/error-page/error-page.ts'
import type { AnyPage, Page } from '../kit/page/define-page.ts'
import { features, type SiteFeature } from './features.ts'

/** Every page of the site. */
export const pages: readonly AnyPage[] = [errorPage, ...features.flatMap(feature => feature.pages)]

/** Every section that features add to a paper's page. */
export const sections = features.flatMap(({ paperSection }) => paperSection ?? [])

type SitePage = typeof errorPage | SiteFeature['pages'][number]

/** Page models by page name. */
export type PageModels = { [P in SitePage as P['name']]: P extends Page<string, infer Model> ? Model : never }
