export { emailFactor } from './email-factor.ts'
export { phoneNumberFactor } from './phone-number-factor.ts'
