export { dropSchemas } from './drop-schemas.ts'
export { findPostgres } from './find-postgres.ts'
export { openTestSchemas, type TestSchemas } from './test-schemas.ts'
