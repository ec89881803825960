export { checkCall, largestBibliography } from './api-call.ts'
export { createCheckReferences } from './check.ts'
export { findCandidates, readReferences } from './find-candidates.ts'
export { createReferenceReader, type WithReferences } from './reference-reader.ts'
