import { email } from '@corroborate/wire/fields.schema'
import { z } from 'zod'

/**
 * What the secret of a passcode carries: the way the code went, and the address or number it went to. `attach` is the same
 * address when the code adds it to its user; null when the user has it already.
 */
export const passcodePayload = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('email'), address: email, attach: email.nullable() }),
  z.object({ channel: z.enum(['sms', 'whatsapp']), address: z.string(), attach: z.string().nullable() }),
])
export type PasscodePayload = z.output<typeof passcodePayload>
