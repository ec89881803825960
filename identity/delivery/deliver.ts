import { createReadCaller, openCallerSecrets } from '@corroborate/server-kit/known-caller'
import type { Logger } from '@corroborate/server-kit/logging'
import { GiveUp, type JobInfo, type Outbox } from '@corroborate/server-kit/outbox'
import { days, providerTables } from '@corroborate/server-kit/retention'
import type { Settings } from '@corroborate/server-kit/settings'
import { tracing } from '@corroborate/server-kit/tracing'
import type { Database, Tables, Tx } from '../platform/database/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import { chooseRoutes, type Route } from './choose-routes.ts'
import { forgetMessagesBefore, keepMessage, mailboxRoutes } from './mailbox/index.ts'
import { type Channel, type Message, message as messageSchema } from './message.ts'
import type { Notice } from './notice.ts'
import { renderMessage } from './templates/index.ts'
import { noteText, noteTextState, twilioReports, twilioReportUrl } from './texts/index.ts'
import { type Parcel, type SendResult, smtpTransport, type Transport, twilioTransport } from './transports/index.ts'

declare module '../platform/jobs/index.ts' {
  interface JobKinds {
    message: Message
    /** Stands where a mail would to an address nobody has, so that asking for one takes as long. */
    'no-message': null
  }
}

/** What sending takes of the core. */
export type WithOutbox = { outbox: Pick<Outbox<Jobs>, 'enqueue'>; now: () => number }

/**
 * Writes a message down in the transaction that made its code or link: it goes out if, and only if, that commits, also when
 * the process dies right afterwards.
 *
 * It is sent at least once; twice only when a process dies between the receiving server's acceptance and the note of it.
 * Such a second mail carries the same Message-ID. The mailbox takes each message exactly once.
 */
export const sendMessage = async (
  core: WithOutbox,
  tx: Tx,
  sent: Message,
  /** It leaves this many ms from now at the earliest. */
  { delay = 0 }: { delay?: number } = {},
): Promise<void> => {
  await noteTextOf(core, tx, sent)
  await core.outbox.enqueue<Tables>(tx, { kind: 'message', payload: sent, delay })
}

/**
 * Stands where a message would, to an address that must get none: asking for it costs as much, so that the time taken does
 * not tell who has an account. `text` is the text that is withheld, where it is one.
 */
export const withholdMessage = async (
  core: WithOutbox,
  tx: Tx,
  { delay = 0, text }: { delay?: number; text?: Message } = {},
): Promise<void> => {
  if (text !== undefined) await noteTextOf(core, tx, text)
  await core.outbox.enqueue<Tables>(tx, { kind: 'no-message', payload: null, delay })
}

const noteTextOf = async ({ now }: WithOutbox, tx: Tx, { projectId, channel, text }: Message): Promise<void> => {
  if (text !== null) await noteText(tx, { ...text, projectId, channel }, now())
}

/** Whether anything can be sent that way. Ask before making a code nobody could receive. */
export const reaches = ({ settings }: { settings: Settings }, channel: Channel): boolean =>
  routeOf(settings, channel) !== 'none'

type Delivering = { db: Database; settings: Settings; logger: Logger; notices: readonly Notice[]; now: () => number }

/** Everything that leaves the provider for a person: the job that sends messages, and the mailbox while they end there. */
export const delivery = ({ db, settings, logger, notices, now }: Delivering) => {
  const routes = chooseRoutes(settings)
  const transports = openTransports(settings, now)

  const send = async (
    parcel: Parcel,
    { projectId, enqueuedAt, signal }: { projectId: string; enqueuedAt: number; signal: AbortSignal },
  ): Promise<SendResult> => {
    const route = routeOf(settings, parcel.channel)
    switch (route) {
      case 'smtp':
      case 'twilio':
        return (await transports[route]?.send(parcel, signal)) ?? nowhere
      case 'mailbox':
        // Two messages may overtake each other on their way; the newest is the one that was asked for last.
        await keepMessage(db, projectId, parcel, enqueuedAt)
        return { kind: 'sent' }
      case 'none':
        return nowhere
    }
  }

  const deliver = async (
    payload: unknown,
    { id, enqueuedAt, signal }: Pick<JobInfo, 'id' | 'enqueuedAt' | 'signal'>,
  ): Promise<void> => {
    const message = messageSchema.parse(payload)
    const result = await attempt(message, { id, enqueuedAt, signal })
    if (result.kind === 'unavailable') throw new Error(result.reason)
    const reason = result.kind === 'rejected' ? result.reason : null
    if (message.text !== null) {
      const state = reason === null ? 'sent' : 'undelivered'
      await noteTextState(db, message.text.textId, { state, reason }, now())
    }
    if (reason !== null) throw new GiveUp(reason)
  }

  const attempt = async (
    message: Message,
    { id, enqueuedAt, signal }: Pick<JobInfo, 'id' | 'enqueuedAt' | 'signal'>,
  ): Promise<SendResult> => {
    const { projectId, project, locale, channel, to, text, expiresAt } = message
    const at = now()
    if (expiresAt !== null && expiresAt <= at) {
      return { kind: 'rejected', reason: 'It expired before it could be sent.' }
    }
    const rendered = renderMessage(message, at, notices)
    const parcel = { id, channel, to, rendered, expiresAt, project, locale, textId: text?.textId ?? null }
    const attributes = { 'messaging.system': routeOf(settings, channel) }
    return tracing().span(`send ${channel}`, { kind: 'client', attributes }, async span => {
      const result = await send(parcel, { projectId, enqueuedAt, signal })
      if (result.kind !== 'sent') span.fail(result.kind)
      return result
    })
  }

  const isMailboxOpen = routes.email === 'mailbox'
  const tidy = () =>
    forgetMessagesBefore(db, now() - providerTables.mailbox_messages.ms).catch(error =>
      logger.warn({ err: error }, 'old messages of the mailbox could not be removed'),
    )
  const tidying = isMailboxOpen ? setInterval(tidy, days(1)).unref() : undefined

  return {
    jobs: { message: deliver, 'no-message': async () => {} },
    pages:
      settings.twilio === null
        ? isMailboxOpen
          ? mailboxRoutes({ db, readCaller: createReadCaller(openCallerSecrets(settings), now), now })
          : null
        : twilioReports({ db, logger, now, origin: settings.identity.origin, authToken: settings.twilio.authToken }),
    close: async () => {
      clearInterval(tidying)
      for (const transport of Object.values(transports)) transport?.close()
    },
  }
}

const nowhere: SendResult = { kind: 'rejected', reason: 'Nothing is set up for this channel.' }

const routeOf = (settings: Settings, channel: Channel): Route => chooseRoutes(settings)[channel]

const openTransports = (
  { mail, twilio, identity: { origin } }: Settings,
  now: () => number,
): Record<'smtp' | 'twilio', Transport | null> => ({
  smtp: mail.smtpUrl === undefined ? null : smtpTransport(mail.smtpUrl, mail.from),
  twilio:
    twilio === null
      ? null
      : twilioTransport({
          ...twilio,
          now,
          // Twilio refuses to be told of an address that it cannot reach.
          reportUrl: textId => (origin.startsWith('https:') ? twilioReportUrl(origin, textId) : null),
        }),
})
