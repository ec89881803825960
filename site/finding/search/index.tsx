export { PaperFinder } from './PaperFinder.tsx'
