export { fetchWithProof } from './fetch-with-proof.ts'
