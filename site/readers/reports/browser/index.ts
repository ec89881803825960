export { randomSha256, sendReport } from './send-report.ts'
