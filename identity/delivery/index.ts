export { requireMailTransport, whereMessagesGo } from './choose-routes.ts'
export { delivery, reaches, sendMessage, type WithOutbox, withholdMessage } from './deliver.ts'
export { type MailboxMessage, type MailboxTables, mailboxMigrations } from './mailbox/index.ts'
export type { Channel, Message } from './message.ts'
export {
  addressTakenMail,
  confirmationMail,
  magicLinkMail,
  newDeviceMail,
  noAccountMail,
  passcodeMessage,
  resetMail,
} from './messages.ts'
export type { Notice } from './notice.ts'
export { type MailKind, mailKinds, renderSample } from './samples.ts'
export { tellOwner } from './tell-owner.ts'
export {
  listUndeliveredTexts,
  stateOfNewestText,
  sweepTexts,
  type TextTables,
  textMigrations,
  type UndeliveredText,
} from './texts/index.ts'
export { transportChecks } from './transports/index.ts'
