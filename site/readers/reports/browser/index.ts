export { randomSha256, sendReport } from './send-report.ts'
export { typedInto } from './typed-into.ts'
