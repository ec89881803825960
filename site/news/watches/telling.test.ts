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
import { spreadActivity, sweepNews } from './jobs.ts'
import { readUnsubscribeToken } from './mail/unsubscribe-token.ts'
import { unwatch, watch } from './store.ts'
import { mostAttempts, tellNext, waitAfter } from './tell.ts'

const callerSecret = 's'.repeat(43)
const doi = parseDoi('10.1000/told') as Doi
// A Sunday.
const start = Date.parse('2026-11-22T12:00:00Z')

/** A stage with a clock and a mail server that accepts, rejects or drops mails. */
const stage = (db: Kysely<AppTables>) => {
  const clock = { now: start }
  const sent: Mail[] = []
  let answer: 'sent' | 'unavailable' | 'rejected' | 'put-off' = 'sent'
  let afterSending = (): void => {}
  let hasTitles = true
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
          if (answer === 'put-off') return { kind: 'unavailable', reason: 'no', putOff: true }
          return answer === 'sent' ? { kind: 'sent' } : { kind: answer, reason: 'no' }
        },
      },
      summaries: async dois =>
        new Map(
          hasTitles ? dois.map(one => [one, { title: 'A paper', year: 2010, status: nothingKnown }] as const) : [],
        ),
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
    forgetTitles: () => {
      hasTitles = false
    },
    onSend: (work: () => void) => {
      afterSending = work
    },
  }
}

describeStore<AppTables>('telling who watches', siteMigrations, open => {
  test('an email links to the dashboard and settings, and has a stable Message-ID', async () => {
    const db = await open()
    const { person, happen, tell, sent, behave, clock } = stage(db)
    await person('ada')
    await happen('one')
    await tell()
    const [{ text = '', id } = {} as Mail] = sent
    for (const path of ['/dashboard', '/dashboard/mails']) expect(text).toContain(`https://papers.example${path}\n`)
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    behave('unavailable')
    await happen('two')
    await tell()
    behave('sent')
    clock.now += 60_001
    await tell()
    expect(new Set(sent.map(mail => mail.id)).size).toBe(sent.length)
  })

  test('an email lists a limited number of events per paper', async () => {
    const db = await open()
    const { person, happen, tell, sent } = stage(db)
    await person('ada')
    for (let n = 0; n < 21; n++) await happen(`thing-${n}`)
    await tell()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text?.match(/^\* Retraction/gm)).toHaveLength(20)
    await tell()
    expect(sent).toHaveLength(1)
  })

  test('an email lists a limited number of papers', async () => {
    const db = await open()
    const { person, happen, tell, sent, clock } = stage(db)
    const ada = await person('ada')
    for (let n = 0; n < 51; n++) {
      const other = parseDoi(`10.1000/other${n}`) as Doi
      await db
        .transaction()
        .execute(tx => watch(tx as never, { person: ada, doi: other, locale: 'en', now: clock.now }))
      await happen(`thing-${n}`, { doi: other })
    }
    await tell()
    expect(sent.map(({ text }) => text?.match(/^\* Retraction/gm)?.length)).toEqual([50])
  })

  test('a paper without a known title is named by DOI', async () => {
    const db = await open()
    const { person, happen, tell, sent, forgetTitles } = stage(db)
    await person('ada')
    await happen('one')
    forgetTitles()
    await tell()
    expect(sent[0]?.subject).toBe('Retraction: 10.1000/told')
  })

  test('claims send no emails', async () => {
    const db = await open()
    const { person, happen, tell, clock, sent } = stage(db)
    await person('ada')
    await happen('one', { kind: 'claim', label: 'Reproduction claimed', date: null })
    clock.now += 8 * 86_400_000
    await tell()
    expect([sent, await db.selectFrom('news').select('person').execute()]).toEqual([[], []])
  })

  test('each email is in its reader’s language', async () => {
    const db = await open()
    const { person, happen, tell, sent } = stage(db)
    await person('ada')
    await person('uwe')
    await db.updateTable('watchers').set({ locale: 'de' }).where('person', '=', 'user:uwe').execute()
    await happen('one')
    await tell()
    const subjects = new Map(sent.map(({ to, subject }) => [to, subject]))
    expect(subjects.get('ada@example.org')).toBe('Retraction: A paper')
    expect(subjects.get('uwe@example.org')).not.toBe('Retraction: A paper')
  })

  test('unwanted notifications are dropped and not checked again', async () => {
    const db = await open()
    const { person, happen, tell, sent } = stage(db)
    await person('ada', {}, { proved: false })
    await happen('one')
    expect(await tell()).toMatchObject({ sent: 0, more: false })
    expect(sent).toEqual([])
    expect(await db.selectFrom('news').select(['due_at', 'held_until', 'mail']).execute()).toEqual([
      { due_at: null, held_until: 0, mail: null },
    ])
    expect(await tell()).toEqual({ sent: 0, unsent: 0, more: false })
  })

  test('each reader is notified of each event once, with a login-free unsubscribe link', async () => {
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

  test('bounties, notes and claims have their own phrasing, with the amount', async () => {
    const db = await open()
    const { person, happen, tell, clock, sent } = stage(db)
    await person('ada', { note: 'now', bounty: 'now' })
    const reader = { name: 'A reader', href: null }
    const said = { date: null, outcome: null }
    await happen('b', {
      ...said,
      kind: 'bounty',
      label: 'Bounty increased',
      by: reader,
      money: { amount: 2_500, currency: 'usd' },
    })
    await happen('n', {
      ...said,
      kind: 'note-approved',
      label: 'A note from a reader',
      by: { name: 'Carla', href: null },
    })
    clock.now += 61_000
    await tell()
    const text = sent.map(mail => mail.text).join('\n')
    expect(text).toMatch(/\* Bounty increased by US\$25 on /)
    expect(text).toMatch(/\* A community note on .*, by Carla/)
    expect(text).not.toContain('according to')
  })

  test.each([
    ['cites-retracted', 'A paper it cites was retracted or withdrawn'],
    ['cites-concern', 'A paper it cites has an expression of concern'],
    ['cites-not-held', 'A paper it cites failed to replicate'],
  ] as const)('a paper citing a problematic one is named with its title: %s', async (kind, words) => {
    const db = await open()
    const { person, happen, tell, sent } = stage(db)
    await person('ada', { record: 'now', replication: 'now' })
    await happen('c', { kind, label: words, detail: 'It fell', path: '/10.1000/told#cites' })
    await tell()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.subject).toContain(words)
    expect(sent[0]?.text).toContain(`${words} on 20 November 2026, according to Retraction Watch`)
    expect(sent[0]?.text).toContain('It fell')
  })

  test('emails follow each reader’s choice: immediate, digest or none, and a digest is one email', async () => {
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
    expect(sent[0]?.subject).toBe('2 updates on a paper you watch')
    // Monday, 6 in the morning: both digests.
    clock.now = Date.parse('2026-11-23T06:00:00Z')
    await tell()
    expect(to().slice(1).toSorted()).toEqual(['daily@example.org', 'weekly@example.org'])
    for (const { subject, text } of sent.slice(1)) {
      expect(subject).toBe('3 updates on a paper you watch')
      expect(text).toContain('* Replication in 2024: failed, according to Retraction Watch')
    }
    clock.now += 14 * 86_400_000
    await tell()
    expect(to()).toHaveLength(3)
  })

  test('withdrawn events, unwatched papers, later watchers and unverified addresses get no email', async () => {
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

  test('approved content is announced a minute later, and a second approval is not', async () => {
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

  test.each([
    ['this site stood still', false],
    ['the mail server did not answer', true],
  ])('after six days in which %s everybody is notified', async (_, tries) => {
    const db = await open()
    const { person, happen, tell, behave, clock, to } = stage(db)
    await person('ada')
    await happen('one')
    behave('unavailable')
    for (let day = 0; day < 6; day++) {
      if (tries || day === 0) await tell()
      clock.now += 86_400_000
      await sweepNews(db as never, clock.now)
    }
    behave('sent')
    await tell()
    expect(to()).toEqual(['ada@example.org'])
  })

  test('an email the mail server defers is retried with backoff and abandoned after five days', async () => {
    const db = await open()
    const { person, happen, tell, behave, clock, to } = stage(db)
    await person('ada')
    await happen('one')
    behave('put-off')
    const tried = async () => (await tell()).unsent
    expect(await tried()).toBe(1)
    clock.now += waitAfter(1)
    expect(await tried()).toBe(1)
    clock.now += waitAfter(2) - 1
    expect(await tried()).toBe(0)
    for (let attempts = 2; attempts < mostAttempts; attempts++) {
      clock.now += waitAfter(attempts)
      await sweepNews(db as never, clock.now)
      expect(await tried(), `attempt ${attempts + 1}`).toBe(1)
    }
    clock.now += waitAfter(mostAttempts)
    await sweepNews(db as never, clock.now)
    behave('sent')
    await tell()
    expect(to()).toEqual([])
  })

  test('a failed email is resent with the same id, and a rejected one is not', async () => {
    const db = await open()
    const { person, happen, tell, behave, clock, sent, onSend } = stage(db)
    await person('ada')
    await happen('one')
    behave('unavailable')
    expect(await tell()).toEqual({ more: false, sent: 0, unsent: 1 })
    // Retried after a minute without blocking others, and again after a minute: the server did not defer it.
    expect(await tell()).toEqual({ more: false, sent: 0, unsent: 0 })
    clock.now += 60_000
    expect(await tell()).toEqual({ more: false, sent: 0, unsent: 1 })
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

  test('a recipient’s unavailable mail server delays nobody else', async () => {
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

  test('two nodes notifying many watchers send each person one email', async () => {
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

  test('table statistics are updated so that PostgreSQL looks up many recipients by index', async () => {
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
