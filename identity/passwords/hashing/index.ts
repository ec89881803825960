export { createHasher, type Hasher, normalisePassword } from './create-hasher.ts'
