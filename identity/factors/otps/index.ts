export { otpFactor } from './factor.ts'
