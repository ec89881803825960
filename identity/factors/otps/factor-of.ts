import type { ProvedFactor } from '../../accounts/sessions/index.ts'
import type { PasscodePayload } from './send-code.ts'

/** Builds the session factor of a verified passcode. Pure. */
export const factorOf = ({ channel, address }: PasscodePayload, id: string): ProvedFactor =>
  channel === 'email'
    ? { type: 'otp', delivery_method: 'email', email_factor: { email_id: id, email_address: address } }
    : { type: 'otp', delivery_method: channel, phone_number_factor: { phone_id: id, phone_number: address } }
