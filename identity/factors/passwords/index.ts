export { passwordFactor } from './factor.ts'
export { passwordsAtWork } from './hashing/create-hasher.ts'
export { parseHash } from './hashing/parse-hash.ts'
export { findPassword, type PasswordScheme, setPassword } from './store.ts'
