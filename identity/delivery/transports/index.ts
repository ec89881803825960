export { transportChecks } from './check-transports.ts'
export { smtpTransport } from './smtp.ts'
export type { Parcel, SendResult, Transport } from './transport.ts'
export { twilioTransport } from './twilio.ts'
