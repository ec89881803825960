import type { Mailer } from '@corroborate/server-kit/mail'
import { GiveUp } from '@corroborate/server-kit/outbox'
import type { ComposedMail } from './compose-mail.ts'

/**
 * Sends a mail from a job. `id` is stable across attempts.
 * @throws Error if it cannot be sent now, GiveUp if it never can
 */
export const deliverMail = async (
  mailer: Pick<Mailer, 'send'>,
  mail: ComposedMail & { id: string; to: string },
  signal?: AbortSignal,
): Promise<void> => {
  const sent = await mailer.send(mail, signal)
  if (sent.kind === 'unavailable') throw new Error(sent.reason)
  if (sent.kind === 'rejected') throw new GiveUp(sent.reason)
}
