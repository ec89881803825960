export { type MailServer, type ReceivedMail, smtpError, startMailServer } from './mail-server.ts'
export { startTwilio, type TwilioAnswer } from './twilio-server.ts'
