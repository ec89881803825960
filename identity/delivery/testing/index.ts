export { type MailServer, type ReceivedMail, smtpError, startMailServer } from './mail-server.ts'
export { startTwilio, type TwilioAnswer, type TwilioReport } from './twilio-server.ts'
