export { type ChosenMessage, chooseMessage, type Purpose } from './choose-message.ts'
export { holdRecipient, type Recipient } from './hold-recipient.ts'
export { requireSend } from './require-send.ts'
