import { z } from 'zod'

/**
 * User event of a project, sent to the application's URL as a signed webhook (https://www.standardwebhooks.com). May arrive repeatedly,
 * late and out of order.
 */
export const userEvent = z.object({
  type: z.enum([
    /** The user is gone. */
    'user.deleted',
    /**
     * The mailbox was verified for the first time, and data others may have added to the account was deleted. Its activity up to
     * `timestamp` may be another person's.
     */
    'user.wiped',
  ]),
  timestamp: z.iso.datetime(),
  data: z.object({ user_id: z.string().min(1).max(200) }),
})
export type UserEvent = z.infer<typeof userEvent>
