export {
  type AuditAction,
  type AuditEntry,
  type AuditQuery,
  type AuditTables,
  audit,
  auditMigrations,
  noteLine,
  readAudit,
  readEntriesWithoutLine,
  type StoredAuditEntry,
  sweepAudit,
} from './store.ts'
