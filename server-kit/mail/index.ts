export { mailFonts, mailHead, unbroken } from './mail-head.ts'
export { createSmtpMailer, type Mail, type Mailer, type SendResult } from './smtp-mailer.ts'
