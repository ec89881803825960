export { createHasher, type Hasher, normalisePassword, passwordsAtWork } from './create-hasher.ts'
export { parseHash } from './parse-hash.ts'
