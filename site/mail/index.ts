export { openMailer } from './open-mailer.ts'
