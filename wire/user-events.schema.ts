import { z } from 'zod'

/**
 * What an application is told about a user of its project, in a signed call to the project's address
 * (https://www.standardwebhooks.com). It may come more than once, late, and not in order.
 */
export const userEvent = z.object({
  type: z.enum([
    /** The user is gone. */
    'user.deleted',
    /**
     * The owner of the mailbox has proved it for the first time, and what others may have put into the account before is gone.
     * Whatever was done in its name up to `timestamp` was perhaps a stranger's.
     */
    'user.wiped',
  ]),
  /** When it happened. */
  timestamp: z.iso.datetime(),
  data: z.object({ user_id: z.string().min(1).max(200) }),
})
export type UserEvent = z.infer<typeof userEvent>
