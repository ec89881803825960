import { createReadCaller, openCallerSecrets } from '@corroborate/server-kit/known-caller'
import type { Logger } from '@corroborate/server-kit/logging'
import { GiveUp, type JobInfo, type Outbox } from '@corroborate/server-kit/outbox'
import { days, providerTables } from '@corroborate/server-kit/retention'
import { type Settings, SettingsError } from '@corroborate/server-kit/settings'
import { tracing } from '@corroborate/server-kit/tracing'
import { emails } from '../accounts/contacts/attach.ts'
import type { Database, Tables, Tx } from '../platform/database/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import type { AccountChange } from '../platform/names/index.ts'
import type { Project } from '../projects/index.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { deleteMessagesBefore, keepMessage } from './mailbox/store.ts'
import { accountChangedMail, type Channel, type Message, message as messageSchema, type Notice } from './messages.ts'
import { renderMessage } from './templates/render-message.ts'
import { noteText, noteTextState } from './texts/store.ts'
import { twilioReports, twilioReportUrl } from './texts/twilio-reports.ts'
import type { Parcel, SendResult, Transport } from './transports/transport.ts'
import { smtpTransport, twilioTransport } from './transports/twilio.ts'

/** Transport for a channel's messages. `none` means they can't be sent. */
type Route = 'smtp' | 'twilio' | 'mailbox' | 'none'

/**
 * Real transports where they are set up. Without any, and outside production, everything goes to the mailbox; one real
 * transport closes it, because a page that shows codes has no place beside real messages (DESIGN §4). Pure.
 */
export const chooseRoutes = ({
  production,
  mail,
  twilio,
}: Pick<Settings, 'production' | 'mail' | 'twilio'>): Record<Channel, Route> => {
  const isMailboxOpen = !production && mail.smtpUrl === undefined && twilio === null
  const otherwise = isMailboxOpen ? 'mailbox' : 'none'
  const sms = twilio === null ? otherwise : 'twilio'
  return {
    email: mail.smtpUrl === undefined ? otherwise : 'smtp',
    sms,
    // WhatsApp rejects free-form text unless the recipient has recently written to us.
    whatsapp: twilio !== null && twilio.whatsappTemplates === null ? 'none' : sms,
  }
}

/** Describes the message transports in the startup log. */
export const whereMessagesGo = (
  settings: Pick<Settings, 'production' | 'mail' | 'twilio' | 'identity'>,
): { mail: string; texts: string } => {
  const { email, sms } = chooseRoutes(settings)
  const words: Readonly<Record<Exclude<Route, 'none'>, string>> = {
    smtp: 'the SMTP server',
    twilio: 'Twilio',
    mailbox: `${settings.identity.origin}/dev/mailbox`,
  }
  return {
    mail: email === 'none' ? 'nowhere: set SMTP_URL' : words[email],
    texts: sms === 'none' ? 'nowhere: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM' : words[sms],
  }
}

/**
 * Requires a mail transport for public (https) addresses: their users need mail, and the development mailbox must not show codes there.
 * @throws SettingsError if mail could not be delivered.
 */
export const requireMailTransport = ({ mail, site, identity }: Pick<Settings, 'mail' | 'site' | 'identity'>): void => {
  if (mail.smtpUrl !== undefined) return
  const origins = { SITE_ORIGIN: site.origin, IDENTITY_ORIGIN: identity.origin }
  const [name] = Object.entries(origins).find(([, origin]) => origin.startsWith('https:')) ?? []
  if (name === undefined) return
  throw new SettingsError([
    {
      variable: 'SMTP_URL',
      sentence: `must be set, because ${name} is an https address: emails would not be delivered.`,
    },
  ])
}

declare module '../platform/jobs/index.ts' {
  interface JobKinds {
    message: Message
    /** Placeholder for a mail to an address without an account, so that the request takes as long. */
    'no-message': null
  }
}

/** The parts of the core that sending needs. */
export type WithOutbox = { outbox: Pick<Outbox<Jobs>, 'enqueue'>; now: () => number }

/**
 * Enqueues a message in the transaction that created its code or link. It is sent if and only if that commits, even if the process dies
 * right afterwards.
 * Delivery is at least once: a message is sent twice only if a process dies between the receiving server's acceptance and recording it. The
 * duplicate has the same Message-ID. The development mailbox stores each message exactly once.
 */
export const sendMessage = async (
  core: WithOutbox,
  tx: Tx,
  sent: Message,
  /** Minimum delay before sending, in ms. */
  { delay = 0 }: { delay?: number } = {},
): Promise<void> => {
  await noteTextOf(core, tx, sent)
  await core.outbox.enqueue<Tables>(tx, { kind: 'message', payload: sent, delay })
}

/**
 * Enqueues a placeholder for an address that must get no message, at the same cost, so that timing does not reveal accounts. `text` is the
 * withheld text message, if any.
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

/** True if the channel has a transport. Check before creating a code that could not be delivered. */
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
        // Messages can overtake each other in delivery. The newest is the one requested last.
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
    deleteMessagesBefore(db, now() - providerTables.mailbox_messages.ms).catch(error =>
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

const nowhere: SendResult = { kind: 'rejected', reason: 'No transport is configured for this channel.' }

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
          // Twilio rejects a callback URL that it cannot reach.
          reportUrl: textId => (origin.startsWith('https:') ? twilioReportUrl(origin, textId) : null),
        }),
})

type Told = {
  project: Project
  userId: string
  change: AccountChange
  /** Time of the change, in epoch ms. */
  at: number
  /** An address that needs no telling, because the change is that it was added. */
  except?: string
}

/**
 * Notifies the account owner of changed authentication factors, at every verified address (ASVS 5.0 §6.3.7). Call it in the transaction of
 * the change.
 */
export const notifyOwner = async (
  core: WithOutbox,
  tx: Tx,
  { project, userId, change, at, except }: Told,
): Promise<void> => {
  for (const { id, value, verified } of await emails.list(tx, project.id, userId)) {
    if (!verified || id === except) continue
    await sendMessage(core, tx, accountChangedMail({ project, to: value, change, at }))
  }
}
