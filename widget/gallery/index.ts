export { cases, type GalleryCase } from './cases.ts'
export { type Gallery, serveBuiltGallery } from './serve.ts'
