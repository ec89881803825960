import { email } from '@corroborate/wire/fields.schema'
import { z } from 'zod'

/**
 * What the secret of a link carries. `attach` is the address that the link adds to its user; null when the user has the
 * address already, as in reset mails.
 */
export const linkPayload = z.object({ attach: email.nullable().default(null) })
