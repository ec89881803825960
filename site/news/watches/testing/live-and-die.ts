import { createSmtpMailer } from '@corroborate/server-kit/mail'
import type { Secret } from '@corroborate/server-kit/settings'
import { beginLife } from '@corroborate/server-kit/testing/life'
import type { SignInTables } from '../../../accounts/sign-in/index.ts'
import type { ActivityTables } from '../../../paper/activity/index.ts'
import { spreadActivity } from '../spread.ts'
import type { WatchTables } from '../tables.ts'
import { tellNext } from '../tell.ts'
import { sunday } from './sunday.ts'

/**
 * The life of two pieces of news, which dies before and after each commit and each mail: a person who wants to know at once is told on
 * the Sunday on which they happened, and who wants a digest the next morning. The mail server's address is given.
 */
const { db, given, deaths, step, dying } = await beginLife<WatchTables & ActivityTables & SignInTables>()
const minute = 60_000
/** While nobody lived, what a life had taken for itself became free again. */
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
