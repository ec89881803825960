export {
  type AuditAction,
  type AuditEntry,
  type AuditQuery,
  type AuditTables,
  audit,
  auditMigrations,
  readAudit,
  type StoredAuditEntry,
} from './store.ts'
