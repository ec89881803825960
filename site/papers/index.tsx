export { PaperPage } from './Page.tsx'
