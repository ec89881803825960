export { PaperSections } from './paper-sections.ts'
