export { docmapCall, linksetCall } from './linked-data-calls.ts'
