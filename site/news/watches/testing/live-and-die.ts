import { createSmtpMailer } from '@corroborate/server-kit/mail'
import type { Secret } from '@corroborate/server-kit/settings'
import { beginLife } from '@corroborate/server-kit/testing/life'
import type { SignInTables } from '../../../accounts/sign-in/index.ts'
import type { ActivityTables } from '../../../paper/activity/index.ts'
import { spreadActivity } from '../jobs.ts'
import type { WatchTables } from '../tables.ts'
import { tellNext } from '../tell.ts'
import { sunday } from './sunday.ts'

/**
 * Two notifications, with crashes before and after each commit and each mail. The immediate one is sent on the Sunday of the event, the
 * digest the next morning. Receives the mail server's address.
 */
const { db, given, deaths, step, dying } = await beginLife<WatchTables & ActivityTables & SignInTables>()
const minute = 60_000
/** Leases expired during the downtime. */
const dead = 10 * minute * deaths
const monday = sunday + 19 * 60 * minute
const mailer = createSmtpMailer({ reveal: () => given } as Secret, 'papers@example.org')

step('who is told')
await spreadActivity(db, () => sunday + dead)
for (const [name, at] of [
  ['at once', sunday],
  ['a digest', monday],
] as const) {
  step(name)
  const options = {
    db,
    mailer: { send: dying('a mail', mailer.send) },
    summaries: async () => new Map(),
    secrets: ['s'.repeat(43)],
    origin: 'https://papers.example',
    now: () => at + dead,
  }
  while ((await tellNext(options)).sent > 0);
}
mailer.close()
await db.destroy()
