export { type ComposedMail, composeMail, dayInMail, intlTag, type MailPart } from './compose-mail.ts'
export { deliverMail } from './deliver-mail.ts'
export { openMailer } from './open-mailer.ts'
