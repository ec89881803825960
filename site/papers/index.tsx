export { PaperPage } from './Page.tsx'
export { ShapeKey } from './ShapeKey.tsx'
