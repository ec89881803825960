export { sessionEndJobs } from './jobs.ts'
