export { cases, sideBySide } from './cases.ts'
export type { GalleryCase } from './gallery-case.ts'
export { type Gallery, type Renderer, serveBuiltGallery } from './serve.ts'
