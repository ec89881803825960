export { type Mail, mailsTo, type RequestMailbox, waitForCode, waitForMails } from './read-mails.ts'
