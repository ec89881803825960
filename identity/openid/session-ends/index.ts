export { sessionEndJobs, tellOfEnd } from './jobs.ts'
