export { holdRecipient, type Recipient } from './hold-recipient.ts'
export { requireSend } from './require-send.ts'
