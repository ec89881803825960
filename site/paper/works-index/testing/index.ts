export { temporaryFolder, work, writeIndex } from './make-index.ts'
