import type { Migration } from '@corroborate/server-kit/database'
import { deleteOlder } from '@corroborate/server-kit/database'
import { parseEmail } from '@corroborate/wire/email'
import type { Database } from '../../platform/database/index.ts'
import type { Channel } from '../messages.ts'
import type { Parcel } from '../transports/transport.ts'

export type MailboxTables = {
  mailbox_messages: {
    project_id: string
    message_id: string
    channel: Channel
    recipient: string
    subject: string | null
    text: string
    html: string | null
    links: string
    code: string | null
    sent_at: number
  }
}

declare module '../../platform/database/index.ts' {
  interface Tables extends MailboxTables {}
}

export const mailboxMigrations: Migration[] = [
  {
    name: '2026-11-21-mailbox',
    async up(db) {
      await db.schema
        .createTable('mailbox_messages')
        .addColumn('project_id', 'text', column => column.notNull())
        .addColumn('message_id', 'text', column => column.primaryKey().notNull())
        .addColumn('channel', 'text', column => column.notNull())
        .addColumn('recipient', 'text', column => column.notNull())
        .addColumn('subject', 'text')
        .addColumn('text', 'text', column => column.notNull())
        .addColumn('html', 'text')
        .addColumn('links', 'text', column => column.notNull())
        .addColumn('code', 'text')
        .addColumn('sent_at', 'bigint', column => column.notNull())
        .execute()
      await db.schema
        .createIndex('mailbox_messages_by_recipient')
        .on('mailbox_messages')
        .columns(['recipient', 'sent_at'])
        .execute()
      await db.schema.createIndex('mailbox_messages_by_time').on('mailbox_messages').column('sent_at').execute()
    },
  },
]

/** A message as `GET /dev/mailbox/messages` shows it (DESIGN §4). `sent_at` is ISO 8601. */
export type MailboxMessage = {
  id: string
  channel: Channel
  to: string
  subject: string | null
  text: string
  html: string | null
  links: string[]
  code: string | null
  sent_at: string
}

/** Stores a message. Idempotent, for retries after a crash. */
export const keepMessage = async (
  db: Database,
  projectId: string,
  { id, channel, to, rendered }: Pick<Parcel, 'id' | 'channel' | 'to' | 'rendered'>,
  now: number,
): Promise<void> => {
  const { subject, text, html, links, code } = rendered
  await db
    .insertInto('mailbox_messages')
    .values({
      project_id: projectId,
      message_id: id,
      channel,
      recipient: to,
      subject,
      text,
      html,
      links: JSON.stringify(links),
      code,
      sent_at: now,
    })
    .onConflict(conflict => conflict.column('message_id').doNothing())
    .execute()
}

/** Most messages one answer holds. */
const mostShown = 100

/** The newest messages first, all of them or those to one address. */
export const listMessages = async (db: Database, to?: string): Promise<MailboxMessage[]> => {
  const newest = db.selectFrom('mailbox_messages').selectAll().orderBy('sent_at', 'desc').orderBy('message_id', 'desc')
  const wanted = to === undefined ? newest : newest.where('recipient', '=', canonicalRecipient(to))
  return (await wanted.limit(mostShown).execute()).map(toMessage)
}

export const findMessage = async (db: Database, id: string): Promise<MailboxMessage | null> => {
  const row = await db.selectFrom('mailbox_messages').selectAll().where('message_id', '=', id).executeTakeFirst()
  return row === undefined ? null : toMessage(row)
}

/** Forgets messages that were sent before a moment, in epoch ms. */
export const deleteMessagesBefore = async (db: Database, moment: number): Promise<void> => {
  await deleteOlder(db, 'mailbox_messages', { key: ['project_id', 'message_id'], age: 'sent_at', before: moment })
}

/** The spelling messages are kept under; a `+` that a query string turned into a blank is one again. */
const canonicalRecipient = (typed: string): string => {
  const text = typed.trim()
  const parsed = parseEmail(text)
  if (parsed.kind === 'email') return parsed.email
  return /^\d{7,15}$/.test(text) ? `+${text}` : text.toLowerCase()
}

const toMessage = (row: MailboxTables['mailbox_messages']): MailboxMessage => ({
  id: row.message_id,
  channel: row.channel,
  to: row.recipient,
  subject: row.subject,
  text: row.text,
  html: row.html,
  links: JSON.parse(row.links) as string[],
  code: row.code,
  sent_at: new Date(row.sent_at).toISOString(),
})
