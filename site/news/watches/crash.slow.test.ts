import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { describeStore } from '@corroborate/server-kit/testing'
import { dieAtEveryMoment } from '@corroborate/server-kit/testing/lives'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { Doi } from '../../kit/doi/index.ts'
import { recordActivity } from '../../paper/activity/index.ts'
import type { AppTables } from '../../testing/index.ts'
import { sunday } from './testing/sunday.ts'

const doi = '10.1000/told' as Doi

type Accepted = { id: string; to: string; things: string[] }

/** Starts a real SMTP server that records each mail before accepting it. */
const startMailServer = async () => {
  const accepted: Accepted[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: async (stream, { envelope }, done) => {
      const mail = await readAll(stream)
      accepted.push({
        id: /^Message-ID: (.+)$/im.exec(mail)?.[1]?.trim() ?? '',
        to: envelope.rcptTo.map(({ address }) => address).join(),
        things: [...mail.matchAll(/^\* (Retraction|Correction) /gm)].map(([, thing = '']) => thing).toSorted(),
      })
      done()
    },
  })
  // A client that is killed breaks off.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`, accepted }
}

describeStore<AppTables>('kill -9 at every step of telling who watches', siteMigrations, (open, { placeOf }) => {
  test('each notification arrives once, immediately or in a digest; an unconfirmed email is resent with the same id', async () => {
    const db = await open()
    for (const [name, frequencies] of [
      ['ada', '{}'],
      ['ben', '{"record":"daily"}'],
    ] as const) {
      const mail = `${name}@example.org`
      const account = { user_id: name, name, email: mail, mail_to: mail, proved: 1, created_at: 0, updated_at: 0 }
      await db.insertInto('accounts').values(account).execute()
      const watcher = { person: `user:${name}`, locale: 'en', frequencies, feed: null } as const
      await db.insertInto('watchers').values(watcher).execute()
      await db.insertInto('watches').values({ person: watcher.person, doi, since: 0, seen_at: 0 }).execute()
    }
    for (const kind of ['retraction', 'correction'] as const) {
      const by = { name: 'Retraction Watch', href: null }
      const words = { label: kind, outcome: null, detail: null, path: '/', date: null }
      await recordActivity(db, { doi, kind, key: kind, at: sunday, by, ...words }, sunday)
    }
    const { url, accepted } = await startMailServer()
    const script = new URL('testing/live-and-die.ts', import.meta.url)
    const { deaths } = await dieAtEveryMoment({ script, db, place: placeOf(db), given: url })

    const commit = (step: string, n: number) => [`${step}: before a commit ${n}`, `${step}: after a commit ${n}`]
    const mail = (step: string) => [
      // Stores the mail of each item, sends it, then stores the delivery.
      ...commit(step, 1),
      `${step}: before a mail 1`,
      `${step}: after a mail 1`,
      ...commit(step, 2),
    ]
    expect(deaths).toEqual([
      ...commit('who is told', 1),
      // The retraction is noted by now; then the correction is.
      'who is told: before a commit 2',
      ...mail('at once'),
      ...mail('a digest'),
    ])
    // Killed after the server had it, and again before that was written down: then it is sent once more, and not again.
    const [atOnce, digest] = [accepted.slice(0, 3), accepted.slice(3)]
    expect(accepted.map(({ to, things }) => [to, ...things])).toEqual([
      ...atOnce.map(() => ['ada@example.org', 'Correction', 'Retraction']),
      ...digest.map(() => ['ben@example.org', 'Correction', 'Retraction']),
    ])
    expect([atOnce, digest].map(mails => [mails.length, new Set(mails.map(({ id }) => id)).size])).toEqual([
      [3, 1],
      [3, 1],
    ])
    const news = await db.selectFrom('news').select(['person', 'about', 'told_at']).execute()
    expect(news.filter(({ told_at }) => told_at !== null)).toHaveLength(4)
    expect(news).toHaveLength(4)
  })
})
