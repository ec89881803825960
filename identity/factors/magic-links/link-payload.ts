import { email } from '@corroborate/wire/fields.schema'
import { z } from 'zod'

/**
 * Payload of a link's secret. `attach` is the address that the link adds to its user; null if the user already has it, as in reset mails.
 */
export const linkPayload = z.object({ attach: email.nullable().default(null) })
