export { openStage, type Stage } from './stage.ts'
export type { Visitor } from './visitor.ts'
