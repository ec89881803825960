export { exampleEvidence, exampleReplication, exampleUpdate } from './entries.ts'
export { exampleFact } from './facts.ts'
