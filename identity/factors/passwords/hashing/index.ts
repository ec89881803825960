export { createHasher, type Hasher, normalisePassword } from './create-hasher.ts'
export { parseHash } from './parse-hash.ts'
