export { type BriefDocument, createBriefCache } from './brief-cache.ts'
export type { Head } from './document.ts'
export { type DoiHandler, type DoiRoutes, doiRoutes } from './doi-routes.ts'
export { createRenderer, type Renderer, type RenderOptions } from './render.ts'
