import type { Logger } from '@corroborate/server-kit/logging'
import { GiveUp, type JobInfo, type Outbox } from '@corroborate/server-kit/outbox'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Database, Tables, Tx } from '../platform/database/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import { chooseRoutes, type Route } from './choose-routes.ts'
import { forgetMessagesBefore, keepMessage, mailboxRoutes } from './mailbox/index.ts'
import { type Channel, type Message, type QueuedMessage, queuedMessage } from './message.ts'
import type { Notice } from './notice.ts'
import { renderMessage } from './templates/index.ts'
import { type Parcel, type SendResult, smtpTransport, type Transport, twilioTransport } from './transports/index.ts'

declare module '../platform/jobs/index.ts' {
  interface JobKinds {
    message: QueuedMessage
    /** Stands where a mail would to an address nobody has, so that asking for one takes as long. */
    'no-message': null
  }
}

/** What sending takes of the core. */
export type WithOutbox = { outbox: Outbox<Jobs> }

const day = 24 * 60 * 60 * 1_000
/** How long the mailbox keeps a message. */
const mailboxMemory = 7 * day

/**
 * Writes a message down in the transaction that made its code or link: it goes out if, and only if, that commits, also when
 * the process dies right afterwards.
 *
 * It is sent at least once; twice only when a process dies between the receiving server's acceptance and the note of it.
 * Such a second mail carries the same Message-ID. The mailbox takes each message exactly once.
 */
export const sendMessage = (
  { outbox }: WithOutbox,
  tx: Tx,
  sent: Message,
  /** Epoch ms before which it does not leave; now by default. */
  runAt = Date.now(),
): Promise<void> => outbox.enqueue<Tables>(tx, { kind: 'message', payload: { ...sent, askedAt: Date.now() }, runAt })

/**
 * Stands where a message would, to an address that must get none: asking for it costs as much, so that the time taken does
 * not tell who has an account.
 */
export const withholdMessage = ({ outbox }: WithOutbox, tx: Tx, runAt = Date.now()): Promise<void> =>
  outbox.enqueue<Tables>(tx, { kind: 'no-message', payload: null, runAt })

/** Whether anything can be sent that way. Ask before making a code nobody could receive. */
export const reaches = ({ settings }: { settings: Settings }, channel: Channel): boolean =>
  routeOf(settings, channel) !== 'none'

type Delivering = { db: Database; settings: Settings; logger: Logger; notices: readonly Notice[] }

/** Everything that leaves the provider for a person: the job that sends messages, and the mailbox while they end there. */
export const delivery = ({ db, settings, logger, notices }: Delivering) => {
  const routes = chooseRoutes(settings)
  const transports = openTransports(settings)

  const send = async (
    parcel: Parcel,
    { projectId, askedAt, signal }: { projectId: string; askedAt: number; signal: AbortSignal },
  ): Promise<SendResult> => {
    const route = routeOf(settings, parcel.channel)
    switch (route) {
      case 'smtp':
      case 'twilio':
        return (await transports[route]?.send(parcel, signal)) ?? nowhere
      case 'mailbox':
        // Two messages may overtake each other on their way; the newest is the one that was asked for last.
        await keepMessage(db, projectId, parcel, askedAt)
        return { kind: 'sent' }
      case 'none':
        return nowhere
    }
  }

  const deliver = async (payload: unknown, { id, signal }: Pick<JobInfo, 'id' | 'signal'>): Promise<void> => {
    const now = Date.now()
    const { askedAt = now, ...message } = queuedMessage.parse(payload)
    const { projectId, channel, to, expiresAt } = message
    if (expiresAt !== null && expiresAt <= now) throw new GiveUp('It expired before it could be sent.')
    const rendered = renderMessage(message, now, notices)
    const result = await send({ id, channel, to, rendered, expiresAt }, { projectId, askedAt, signal })
    if (result.kind === 'rejected') throw new GiveUp(result.reason)
    if (result.kind === 'unavailable') throw new Error(result.reason)
  }

  const isMailboxOpen = routes.email === 'mailbox'
  const tidy = () =>
    forgetMessagesBefore(db, Date.now() - mailboxMemory).catch(error =>
      logger.warn({ err: error }, 'old messages of the mailbox could not be removed'),
    )
  const tidying = isMailboxOpen ? setInterval(tidy, day).unref() : undefined

  return {
    jobs: { message: deliver, 'no-message': async () => {} },
    pages: isMailboxOpen ? mailboxRoutes(db) : null,
    close: async () => {
      clearInterval(tidying)
      for (const transport of Object.values(transports)) transport?.close()
    },
  }
}

const nowhere: SendResult = { kind: 'rejected', reason: 'Nothing is set up for this channel.' }

const routeOf = (settings: Settings, channel: Channel): Route => {
  const { email, phone } = chooseRoutes(settings)
  return channel === 'email' ? email : phone
}

const openTransports = ({ mail, twilio }: Settings): Record<'smtp' | 'twilio', Transport | null> => ({
  smtp: mail.smtpUrl === undefined ? null : smtpTransport(mail.smtpUrl, mail.from),
  twilio: twilio === null ? null : twilioTransport(twilio),
})
