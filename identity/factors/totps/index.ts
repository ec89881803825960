export { totpFactor } from './factor.ts'
