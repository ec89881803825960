export { passwordFactor } from './factor.ts'
export { parseHash, passwordsAtWork } from './hashing/index.ts'
export { findPassword, type PasswordScheme, setPassword } from './password-store.ts'
