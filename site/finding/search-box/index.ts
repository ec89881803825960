export { type FoundPaper, type FoundWork, mostResults } from './found-paper.ts'
export { writeSearchJson } from './search-json.ts'
