import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { recordActivity } from '../../paper/activity/index.ts'
import { nothingKnown } from '../../paper/known/index.ts'
import type { AppTables } from '../../testing/index.ts'
import { createWatchJobs } from './jobs.ts'
import { watchAs } from './watch-as.ts'

const doi = parseDoi('10.1000/told') as Doi
const start = Date.parse('2026-11-22T12:00:00Z')

describeStore<AppTables>('the job that mails', siteMigrations, open => {
  /** So many people who are to be told of a retraction, and a mail server that takes mails to some. */
  const setUp = async (people: number, takes: (to: string) => boolean) => {
    const db = await open()
    for (let n = 0; n < people; n++) await addWatcher(db, `reader${n}`)
    const by = { name: 'Retraction Watch', href: null }
    const happened = { doi, kind: 'retraction', key: 'one', at: start, date: '2026-11-20', by } as const
    const shown = { label: 'Retraction', outcome: null, detail: null, path: '/10.1000/told#known' }
    await recordActivity(db, { ...happened, ...shown }, start)
    const asked: string[] = []
    const planned: string[] = []
    const jobs = createWatchJobs(
      { db, outbox: { enqueue: async (_: unknown, { kind }: { kind: string }) => void planned.push(kind) } } as never,
      {
        mailer: {
          send: async ({ to }) => {
            asked.push(to)
            return takes(to) ? { kind: 'sent' } : { kind: 'unavailable', reason: 'no' }
          },
        },
        summaries: async dois => new Map(dois.map(one => [one, { title: 'A', year: 2010, status: nothingKnown }])),
        secrets: ['s'.repeat(43)],
        origin: 'https://papers.example',
      },
      () => start,
    )
    const info = { signal: AbortSignal.timeout(30_000) } as never
    await jobs['watches.spread'](null, info)
    planned.length = 0
    return { mail: () => jobs['watches.mail'](null, info), asked, planned }
  }
  const addWatcher = async (db: Kysely<AppTables>, id: string) => {
    const email = `${id}@example.org`
    const account = { user_id: id, name: id, email, mail_to: email, proved: 1, created_at: 0, updated_at: 0 }
    await db.insertInto('accounts').values(account).execute()
    const person = { id, key: `user:${id}`, signedIn: true, name: id, email, roles: [], proved: true } as const
    await watchAs(db, person, { doi, locale: 'en', now: start })
  }

  test('leaves a mail server that takes nothing alone after a hundred mails, and is tried again later', async () => {
    const { mail, asked, planned } = await setUp(101, () => false)
    await expect(mail()).rejects.toThrow('100 mails could not be sent right now.')
    expect([asked.length, planned]).toEqual([100, []])
  })

  test('goes on where a mail server takes some mails', async () => {
    const { mail, asked } = await setUp(101, to => to !== 'reader7@example.org')
    await mail()
    expect(asked).toHaveLength(101)
  })
})
