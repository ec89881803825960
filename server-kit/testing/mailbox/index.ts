export { type AskMailbox, type Mail, mailsTo, waitForMails } from './read-mails.ts'
