import { email } from '@corroborate/wire/fields.schema'
import { z } from 'zod'

/**
 * Payload of a passcode's secret: its channel and its address or number. `attach` is the same address if the code adds it to its user; null
 * if the user already has it.
 */
export const passcodePayload = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('email'), address: email, attach: email.nullable() }),
  z.object({ channel: z.enum(['sms', 'whatsapp']), address: z.string(), attach: z.string().nullable() }),
])
export type PasscodePayload = z.output<typeof passcodePayload>
