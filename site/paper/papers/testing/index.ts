export { answeringService, jsonAnswer } from './answering-service.ts'
export { among, title, work } from './works.ts'
