export { type ImpersonationTables, sweepImpersonatedRequests } from './store.ts'
