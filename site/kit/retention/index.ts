export { missingFactsKept, siteTables } from './site-tables.ts'
