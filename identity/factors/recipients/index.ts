export {
  type Recipient,
  recipientByEmail,
  recipientByPhoneNumber,
  recipientOfSessionByEmail,
  recipientOfSessionByPhoneNumber,
} from './find-recipient.ts'
export { requireSend } from './require-send.ts'
