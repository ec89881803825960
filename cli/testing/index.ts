export { answerOf, referenceOf } from './answers.ts'
export { startSite } from './start-site.ts'
