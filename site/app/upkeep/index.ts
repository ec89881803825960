export { planUpkeep } from './jobs.ts'
