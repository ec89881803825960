export { answeringService, jsonAnswer } from './answering-service.ts'
export { among, emptyMetadata, title, work } from './works.ts'
