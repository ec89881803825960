export { temporaryFolder, work, writeIndex } from './make-index.ts'
export { describeSearch, searchedWorks } from './search-cases.ts'
