import { enqueueJob } from '@corroborate/server-kit/outbox'
import type { EmailAddress } from '@corroborate/wire/email'
import { issueToken } from '../accounts/one-time-tokens/index.ts'
import { magicLinkMail, sendMessage } from '../delivery/index.ts'
import type { Tx } from '../platform/database/index.ts'
import type { Project } from '../projects/index.ts'

/** Lifetime of an invitation, in hours. */
export const invitationHours = 24

export const consolePath = '/console'

/**
 * Emails a link that signs an administrator in to the console, up to the second factor.
 * @returns the link, for delivery without email
 */
export const inviteAdministrator = async (
  tx: Tx,
  project: Project,
  { userId, emailId, email, origin }: { userId: string; emailId: string; email: EmailAddress; origin: string },
  now: number,
): Promise<string> => {
  const expiresAt = now + invitationHours * 60 * 60_000
  const token = await issueToken(
    tx,
    {
      projectId: project.id,
      kind: 'magic_link',
      subject: emailId,
      userId,
      payload: { attach: null },
      expiresAt,
    },
    now,
  )
  const link = `${origin}${consolePath}/sign-in/link?token=${token}`
  const outbox: Parameters<typeof sendMessage>[0]['outbox'] = { enqueue: (tx, job) => enqueueJob(tx, job, now) }
  await sendMessage({ outbox, now: () => now }, tx, magicLinkMail({ project, to: email, link, expiresAt }))
  return link
}
