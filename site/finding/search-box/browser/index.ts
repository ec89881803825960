export { wakeSearch } from './wake-search.ts'
