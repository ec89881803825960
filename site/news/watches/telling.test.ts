import { engineOf } from '@corroborate/server-kit/database'
import type { Mail } from '@corroborate/server-kit/mail'
import { describeStore } from '@corroborate/server-kit/testing'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { type NewActivity, recordActivity, retractActivity } from '../../paper/activity/index.ts'
import { nothingKnown } from '../../paper/known/index.ts'
import type { AppTables } from '../../testing/index.ts'
import { readUnsubscribeToken } from './mail/index.ts'
import { spreadActivity } from './spread.ts'
import { unwatch, watch } from './store.ts'
import { tellNext } from './tell.ts'

const callerSecret = 's'.repeat(43)
const doi = parseDoi('10.1000/told') as Doi
// A Sunday.
const start = Date.parse('2026-11-22T12:00:00Z')

/** A stage with a clock and a mail server that takes, refuses or drops mails. */
const stage = (db: Kysely<AppTables>) => {
  const clock = { now: start }
  const sent: Mail[] = []
  let answer: 'sent' | 'unavailable' | 'rejected' = 'sent'
  let afterSending = (): void => {}
  const person = async (name: string, chosen: object = {}, { proved = true, locale = 'en' as const } = {}) => {
    const key = `user:${name}`
    await db
      .insertInto('accounts')
      .values({
        user_id: name,
        name,
        email: `${name}@example.org`,
        mail_to: proved ? `${name}@example.org` : null,
        proved: proved ? 1 : 0,
        created_at: 0,
        updated_at: 0,
      })
      .execute()
    await db.transaction().execute(tx => watch(tx as never, { person: key, doi, locale, now: clock.now }))
    await db
      .updateTable('watchers')
      .set({ frequencies: JSON.stringify(chosen) })
      .where('person', '=', key)
      .execute()
    return key
  }
  const happen = (key: string, more: Partial<NewActivity> = {}) =>
    recordActivity(
      db,
      {
        doi,
        kind: 'retraction',
        key,
        at: clock.now,
        date: '2026-11-20',
        by: { name: 'Retraction Watch', href: null },
        label: 'Retraction',
        outcome: null,
        detail: null,
        path: '/10.1000/told#known',
        ...more,
      },
      clock.now,
    )
  const tell = async () => {
    await spreadActivity(db as never, () => clock.now)
    return tellNext({
      db: db as never,
      mailer: {
        send: async mail => {
          if (answer === 'sent') sent.push(mail)
          afterSending()
          return answer === 'sent' ? { kind: 'sent' } : { kind: answer, reason: 'no' }
        },
      },
      summaries: async dois => new Map(dois.map(one => [one, { title: 'A paper', year: 2010, status: nothingKnown }])),
      secrets: [callerSecret],
      origin: 'https://papers.example',
      now: () => clock.now,
    })
  }
  return {
    clock,
    sent,
    person,
    happen,
    tell,
    to: () => sent.map(mail => mail.to),
    behave: (next: typeof answer) => {
      answer = next
    },
    onSend: (work: () => void) => {
      afterSending = work
    },
  }
}

describeStore<AppTables>('telling who watches', siteMigrations, open => {
  test('each is told of each thing once, with a way out that needs no session', async () => {
    const db = await open()
    const { person, happen, tell, sent } = stage(db)
    const ada = await person('ada')
    await happen('one')
    await tell()
    await tell()
    expect(sent).toHaveLength(1)
    const { to, subject, text, html, headers = {} } = sent[0] as Mail
    expect([to, subject]).toEqual(['ada@example.org', 'Retraction: A paper'])
    expect(text).toContain('* Retraction on 20 November 2026, according to Retraction Watch')
    expect(html).toContain('href="https://papers.example/10.1000/told"')
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const link = new URL(/^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '')
    expect(readUnsubscribeToken([callerSecret], link.searchParams.get('token') ?? '')).toBe(ada)
    expect(text).toContain(link.href)
  })

  test('at once, in a digest, or never, as each has chosen; a digest tells of all its things in one mail', async () => {
    const db = await open()
    const { person, happen, tell, clock, to, sent } = stage(db)
    await person('now', { replication: 'off' })
    await person('daily', { record: 'daily' })
    await person('weekly', { record: 'weekly', replication: 'weekly' })
    await person('off', { record: 'off', replication: 'off' })
    await happen('one')
    await happen('two', { kind: 'concern', date: null })
    await happen('three', { kind: 'replication', date: '2024', outcome: 'not-held' })
    await tell()
    expect(to()).toEqual(['now@example.org'])
    expect(sent[0]?.subject).toBe('2 changes on a paper you watch')
    // Monday, 6 in the morning: both digests.
    clock.now = Date.parse('2026-11-23T06:00:00Z')
    await tell()
    expect(to().slice(1).toSorted()).toEqual(['daily@example.org', 'weekly@example.org'])
    for (const { subject, text } of sent.slice(1)) {
      expect(subject).toBe('3 changes on a paper you watch')
      expect(text).toContain('* Somebody repeated it in 2024: it did not hold, according to Retraction Watch')
    }
    clock.now += 14 * 86_400_000
    await tell()
    expect(to()).toHaveLength(3)
  })

  test('what was taken back, or is watched no longer, is not told; nor who came later, nor who has proved no address', async () => {
    const db = await open()
    const { person, happen, tell, clock, to } = stage(db)
    const left = await person('left')
    await person('unproved', {}, { proved: false })
    await happen('one', { kind: 'note-approved', label: 'A community note', date: null })
    await happen('two')
    clock.now += 1
    await person('late')
    await db.transaction().execute(tx => unwatch(tx as never, left, doi))
    await retractActivity(db, 'one')
    clock.now += 8 * 86_400_000
    await tell()
    expect(to()).toEqual([])
  })

  test('what a moderator approved is told a minute later, and what is approved again is not told again', async () => {
    const db = await open()
    const { person, happen, tell, clock, to } = stage(db)
    await person('ada', { note: 'now' })
    const approve = () => happen('note 1', { kind: 'note-approved', label: 'A community note', date: null })
    await approve()
    await tell()
    expect(to()).toEqual([])
    await retractActivity(db, 'note 1')
    await approve()
    clock.now += 61_000
    await tell()
    expect(to()).toHaveLength(1)
    await retractActivity(db, 'note 1')
    await approve()
    clock.now += 61_000
    await tell()
    expect(to()).toHaveLength(1)
  })

  test('a mail that could not be sent is sent later, the same one; one that is refused is not tried again', async () => {
    const db = await open()
    const { person, happen, tell, behave, clock, sent, onSend } = stage(db)
    await person('ada')
    await happen('one')
    behave('unavailable')
    expect(await tell()).toEqual({ more: false, sent: 0, unsent: 1 })
    // It waits a minute, and keeps nobody waiting meanwhile.
    expect(await tell()).toEqual({ more: false, sent: 0, unsent: 0 })
    clock.now += 60_000
    // Sent, and then the process dies before it has noted that.
    behave('sent')
    onSend(() => {
      throw new Error('kill -9')
    })
    await expect(tell()).rejects.toThrow('kill -9')
    onSend(() => {})
    await happen('two', { date: '2026-11-21' })
    await tell()
    clock.now += 7 * 60_000
    await tell()
    expect(sent).toHaveLength(3)
    expect(sent[2]?.id).toBe(sent[0]?.id)
    expect(sent[1]?.id).not.toBe(sent[0]?.id)
    behave('rejected')
    await happen('three')
    expect(await tell()).toEqual({ more: false, sent: 1, unsent: 0 })
    expect(await tell()).toEqual({ more: false, sent: 0, unsent: 0 })
  })

  test('receivers that take no mail just now keep nobody else waiting', async () => {
    const db = await open()
    const { person, happen, tell, to, sent, behave, clock } = stage(db)
    await Promise.all(Array.from({ length: 110 }, (_, n) => person(`reader${n}`)))
    await happen('one')
    behave('unavailable')
    expect(await tell()).toEqual({ more: true, sent: 0, unsent: 100 })
    behave('sent')
    expect(await tell()).toEqual({ more: false, sent: 10, unsent: 0 })
    clock.now += 60_000
    while ((await tell()).more) {}
    expect(new Set(to()).size).toBe(110)
    expect(sent).toHaveLength(110)
  })

  test('two machines at once tell a crowd, each person once', async () => {
    const db = await open()
    const { person, happen, tell, to } = stage(db)
    for (let n = 0; n < 120; n++) await person(`reader${n}`)
    await happen('one')
    await spreadActivity(db as never, () => start)
    const drain = async () => {
      while ((await tell()).more) {}
    }
    await Promise.all([drain(), drain()])
    await drain()
    expect(to()).toHaveLength(120)
    expect(new Set(to()).size).toBe(120)
  })

  test('a crowd that is to be told is counted by PostgreSQL at once, so that it looks each of them up', async () => {
    const db = await open()
    const { happen, clock } = stage(db)
    const watches = Array.from({ length: 1_000 }, (_, n) => ({ person: `user:c${n}`, doi, since: 0, seen_at: 0 }))
    await db.insertInto('watches').values(watches).execute()
    await happen('counted')
    await spreadActivity(db as never, () => clock.now)
    expect(await db.selectFrom('news').select('person').execute()).toHaveLength(1_000)
    if (engineOf(db) === 'sqlite') return
    const { rows } = await sql<{ counted: number }>`
      select reltuples::integer as counted from pg_class where oid = 'news'::regclass`.execute(db)
    expect(rows).toEqual([{ counted: 1_000 }])
  })
})
