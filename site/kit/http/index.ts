export { assetsOf, entriesOf, islandModulesOf, modulesOf, reactModulesOf, readManifest } from './assets.ts'
export { type BriefDocument, createBriefCache, type MadeDocument, sendDocument } from './brief-cache.ts'
export {
  createPages,
  type DoiHandler,
  type DoiRoutes,
  doiRoutes,
  forAnybody,
  isForAnybody,
  keepingOf,
  type Pages,
  storedForSeconds,
} from './pages.ts'
export { type BuiltPages, createRenderer, type Renderer, rendererOf } from './render.ts'
