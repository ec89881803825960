export { cases, type GalleryCase, sideBySide } from './cases.ts'
export { type Gallery, type Renderer, serveBuiltGallery } from './serve.ts'
