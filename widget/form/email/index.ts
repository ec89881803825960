export { type EmailFlow, type EmailWay, emailWay } from './email-way.ts'
export { isEmailAddress } from './is-email-address.ts'
