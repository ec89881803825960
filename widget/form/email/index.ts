export { type EmailFlow, type EmailWay, emailWay, isEmailAddress } from './email-way.ts'
