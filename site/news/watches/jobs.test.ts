import type { Mail } from '@corroborate/server-kit/mail'
import type { JobInfo } from '@corroborate/server-kit/outbox'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { recordActivity } from '../../paper/activity/index.ts'
import { nothingKnown } from '../../paper/known/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { createWatchJobs, planWatching, remembered, spreadWhenListed } from './jobs.ts'
import { watchAs } from './store.ts'

const doi = parseDoi('10.1000/told') as Doi
const start = Date.parse('2026-11-22T12:00:00Z')
const untilSweep = 16 * 3_600_000
const info = { signal: AbortSignal.timeout(30_000) } as JobInfo

describeStore<AppTables>('the jobs of telling', siteMigrations, open => {
  const addWatcher = async (db: Kysely<AppTables>, id: string) => {
    const email = `${id}@example.org`
    const account = { user_id: id, name: id, email, mail_to: email, proved: 1, created_at: 0, updated_at: 0 }
    await db.insertInto('accounts').values(account).execute()
    const person = { id, key: `user:${id}`, signedIn: true, name: id, email, roles: [], proved: true } as const
    await watchAs(db, person, { doi, locale: 'en', now: start })
  }
  const retract = (db: Kysely<AppTables>, key = 'one') => {
    const by = { name: 'Retraction Watch', href: null }
    const happened = { doi, kind: 'retraction', key, at: start, date: '2026-11-20', by } as const
    const shown = { label: 'Retraction', outcome: null, detail: null, path: '/10.1000/told#known' }
    return recordActivity(db, { ...happened, ...shown }, start)
  }
  const news = (id: string, told_at: number | null = null) => ({
    ...{ person: `user:${id}`, about: 'one', topic: 'record' as const, mail: null, attempts: 0 },
    ...{ due_at: start, held_until: 0, told_at },
  })

  /** Creates watchers of a paper, a clock, and a mail server that accepts some mails. */
  const setUp = async (people: number, takes: (to: string) => boolean | Promise<boolean> = () => true) => {
    const db = await open()
    for (let n = 0; n < people; n++) await addWatcher(db, `reader${n}`)
    const clock = { now: start }
    const asked: string[] = []
    const planned: [kind: string, delay: number | undefined][] = []
    const outbox = {
      enqueue: async (_: unknown, { kind, delay }: { kind: string; delay?: number }) =>
        void planned.push([kind, delay]),
    }
    const schedule = { db, outbox } as never
    const jobs = createWatchJobs(
      schedule,
      {
        mailer: {
          send: async ({ to }) => {
            asked.push(to)
            return (await takes(to)) ? { kind: 'sent' } : { kind: 'unavailable', reason: 'no' }
          },
        },
        summaries: async dois => new Map(dois.map(one => [one, { title: 'A', year: 2010, status: nothingKnown }])),
        secrets: ['s'.repeat(43)],
        origin: 'https://papers.example',
      },
      () => clock.now,
    )
    const run = (kind: keyof typeof jobs) => jobs[kind](null, info)
    return { db, schedule, clock, asked, planned, run, mail: () => run('watches.mail') }
  }
  const setUpNews = async (...of: Parameters<typeof setUp>) => {
    const stage = await setUp(...of)
    await retract(stage.db)
    await stage.run('watches.spread')
    stage.planned.length = 0
    return stage
  }

  test('jobs are scheduled at startup: a run at once and a nightly purge', async () => {
    const { schedule, planned } = await setUp(0)
    await planWatching(schedule, start)
    expect(planned).toEqual([
      ['watches.spread', 0],
      ['watches.sweep', untilSweep],
    ])
  })

  test('notification jobs run when an event is recorded and log failures', async () => {
    const { db, schedule, planned } = await setUp(0)
    const errors: unknown[] = []
    spreadWhenListed(schedule, error => errors.push(error))
    await retract(db)
    await expect.poll(() => planned).toEqual([['watches.spread', 0]])
    expect(errors).toEqual([])
    const failing = { db, outbox: { enqueue: () => Promise.reject(new Error('no disk')) } } as never
    spreadWhenListed(failing, error => errors.push(error))
    await retract(db, 'two')
    await expect.poll(() => errors).toEqual([new Error('no disk')])
  })

  test('emails are sent only when due, and the next check is in half a minute', async () => {
    const { db, run, planned } = await setUp(1)
    await run('watches.spread')
    expect(planned.splice(0)).toEqual([['watches.spread', 30_000]])
    await retract(db)
    await run('watches.spread')
    expect(planned).toEqual([
      ['watches.mail', 0],
      ['watches.spread', 30_000],
    ])
  })

  test('old notifications are purged nightly', async () => {
    const { db, run, planned } = await setUp(1)
    await db
      .insertInto('news')
      .values(news('reader0', start - remembered))
      .execute()
    await run('watches.sweep')
    expect(await db.selectFrom('news').select('person').execute()).toEqual([])
    expect(planned).toEqual([['watches.sweep', untilSweep]])
  })

  test('a failing mail server is left alone after a hundred emails and retried later', async () => {
    const { mail, asked, planned } = await setUpNews(101, () => false)
    await expect(mail()).rejects.toThrow('100 emails could not be sent.')
    expect([asked.length, planned]).toEqual([100, []])
    await expect(mail()).rejects.toThrow('could not be sent.')
  })

  test('delivery continues while a mail server accepts some emails, and logs nothing when done', async () => {
    const { mail, asked, planned } = await setUpNews(101, to => to !== 'reader7@example.org')
    await mail()
    await mail()
    expect([asked.length, planned]).toEqual([101, []])
  })

  test('a delivery run yields after twenty seconds', async () => {
    const stage = await setUpNews(101, () => {
      stage.clock.now = start + 20_000
      return true
    })
    await stage.mail()
    expect([stage.asked.length, stage.planned]).toEqual([100, [['watches.mail', 0]]])
  })

  test('delivery runs are serialized: a concurrent one exits, and the first sends what became due', async () => {
    const answer = Promise.withResolvers<boolean>()
    const { db, mail, asked, planned } = await setUpNews(1, () => answer.promise)
    const first = mail()
    await expect.poll(() => asked).toEqual(['reader0@example.org'])
    for (const id of ['late', 'later']) await addWatcher(db, id)
    await db.insertInto('news').values(news('late')).execute()
    await mail()
    expect([asked.length, planned]).toEqual([1, []])
    answer.resolve(true)
    await first
    expect(asked).toEqual(['reader0@example.org', 'late@example.org'])
    await db.insertInto('news').values(news('later')).execute()
    await mail()
    expect(asked.at(-1)).toBe('later@example.org')
  })

  test('the running site checks new events, sends emails, and refreshes watched papers', async () => {
    const db = await open()
    const mails: Mail[] = []
    const mailer = { send: async (mail: Mail) => ({ kind: 'sent' as const, at: mails.push(mail) }) }
    const { jobs, origin } = appUnderTest({ db, mailer, now: () => start })
    const waiting = async () => (await db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind)
    await addWatcher(db, 'ada')
    await retract(db)
    await expect.poll(waiting).toContain('watches.spread')
    for (const kind of ['watches.spread', 'watches.mail'] as const) await jobs[kind]?.(null, info)
    expect(mails.map(({ to, text }) => [to, text?.includes(`${origin}/unsubscribe?token=`)])).toEqual([
      ['ada@example.org', true],
    ])
    await jobs['watches.ask']?.({ after: '' }, info)
    expect(await waiting()).toContain('papers.refresh')
  })
})
