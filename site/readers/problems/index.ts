export { forgetSenders } from './keep-problems.ts'
export type { ProblemTables } from './store.ts'
