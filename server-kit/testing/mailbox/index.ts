export { type AskMailbox, type Mail, mailsTo, waitForCode, waitForMails } from './read-mails.ts'
