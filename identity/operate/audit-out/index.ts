export { type Verified, verifyLines } from './lines.ts'
export { auditReceiver } from './sinks/index.ts'
export { auditOutMigrations, createAuditOut, readHead } from './store.ts'
