export {
  delivery,
  notifyOwner,
  reaches,
  requireMailTransport,
  sendMessage,
  type WithOutbox,
  whereMessagesGo,
  withholdMessage,
} from './deliver.ts'
export { type MailboxMessage, type MailboxTables, mailboxMigrations } from './mailbox/store.ts'
export {
  addressTakenMail,
  type Channel,
  confirmationMail,
  type Message,
  magicLinkMail,
  type Notice,
  newDeviceMail,
  noAccountMail,
  passcodeMessage,
  resetMail,
} from './messages.ts'
export { type MailKind, mailKinds, renderSample } from './samples.ts'
export {
  listUndeliveredTexts,
  stateOfNewestText,
  sweepTexts,
  type TextTables,
  textMigrations,
  type UndeliveredText,
} from './texts/store.ts'
export { transportChecks } from './transports/check-transports.ts'
