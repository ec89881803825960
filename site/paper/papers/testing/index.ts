export { answeringService, jsonAnswer } from './answering-service.ts'
export { among, nothingTold, title, work } from './works.ts'
