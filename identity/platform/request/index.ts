export { factsOf } from './facts-of.ts'
export type { RequestFacts } from './request-facts.ts'
