export { cases, type GalleryCase, sideBySide } from './cases.ts'
export { type Gallery, serveBuiltGallery } from './serve.ts'
