export { requireMailTransport, whereMessagesGo } from './choose-routes.ts'
export { delivery, reaches, sendMessage, type WithOutbox, withholdMessage } from './deliver.ts'
export { type MailboxMessage, type MailboxTables, mailboxMigrations } from './mailbox/index.ts'
export type { Channel, Message } from './message.ts'
export {
  addressTakenMail,
  confirmationMail,
  magicLinkMail,
  noAccountMail,
  passcodeMessage,
  resetMail,
} from './messages.ts'
export type { Notice } from './notice.ts'
export { tellOwner } from './tell-owner.ts'
export {
  listUndeliveredTexts,
  stateOfNewestText,
  sweepTexts,
  type TextTables,
  textMigrations,
  type UndeliveredText,
} from './texts/index.ts'
