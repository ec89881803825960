export { openStage, type Stage } from './stage.ts'
export type { Rejection, Visitor } from './visitor.ts'
