export { openWorksInFile } from './in-file.ts'
export type { WorksEngine, WorksLookUps } from './works-engine.ts'
