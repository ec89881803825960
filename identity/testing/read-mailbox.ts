import { setTimeout as sleep } from 'node:timers/promises'
import { waitForCode, waitForMails } from '@corroborate/server-kit/testing/mailbox'
import { readLanding } from '@corroborate/wire/landing'
import type { MailboxMessage } from '../delivery/index.ts'
import type { Database } from '../platform/database/index.ts'

type Asked = {
  app: { request: (url: string) => Response | Promise<Response> }
  settings: { identity: { origin: string } }
}

/** Returns the mailbox of an address, newest first. Waits until there are `atLeast` messages. */
export const readMailbox = ({ app, settings }: Asked, to: string, atLeast = 1) =>
  waitForMails<MailboxMessage>(path => app.request(`${settings.identity.origin}${path}`), to, atLeast)

/** Waits for the newest emailed code to an address that is not in `used`. */
export const readMailedCode = ({ app, settings }: Asked, to: string, used: readonly string[] = []): Promise<string> =>
  waitForCode(path => app.request(`${settings.identity.origin}${path}`), to, used)

/** Waits until the outbox has nothing more to send. */
export const nothingOnItsWay = async (db: Database): Promise<void> => {
  const jobs = db.selectFrom('outbox').select('id').where('kind', '<>', 'sweep').where('state', '<>', 'dead')
  while ((await jobs.executeTakeFirst()) !== undefined) await sleep(10)
}

/** Counts messages once none is pending. */
export const countMessages = async ({ app, settings, db }: Asked & { db: Database }, to?: string): Promise<number> => {
  await nothingOnItsWay(db)
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
  const response = await app.request(`${settings.identity.origin}/dev/mailbox/messages${query}`)
  return ((await response.json()) as { messages: unknown[] }).messages.length
}

/** The token in a message's first link. */
export const tokenIn = ({ links }: Pick<MailboxMessage, 'links'>): string => {
  const landing = readLanding(new URL(links[0] ?? '').searchParams)
  if (landing === null) throw new Error('The message has no link with a token.')
  return landing.token
}
