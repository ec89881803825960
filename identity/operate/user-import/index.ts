export { type ImportReport, importUsers } from './import-users.ts'
export { parseImportedHash } from './imported-hash.ts'
