export { beginLife } from './begin-life.ts'
export { readLeft } from './what-is-left.ts'
