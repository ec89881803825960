import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import type { KnownTables } from '../../paper/known/index.ts'
import type { AppTables } from '../../testing/index.ts'
import { createAskJob, planAsking } from './ask-nightly.ts'

type Tables = AppTables & KnownTables
const origin = 'https://papers.example'
const noon = Date.parse('2026-12-01T12:00:00Z')

describeStore<Tables>('the nightly round over watched papers', siteMigrations, open => {
  const jobs = async (db: Kysely<Tables>, kind: string) =>
    (
      await db.selectFrom('outbox').select(['payload', 'due_at']).where('kind', '=', kind).orderBy('due_at').execute()
    ).map(({ payload, due_at }) => ({ ...(JSON.parse(payload) as { doi?: string; after?: string }), due: due_at }))
  /** Runs the pending step, like a worker. */
  const step = async (db: Kysely<Tables>, now: number) => {
    const [job] = await jobs(db, 'watches.ask')
    await db.deleteFrom('outbox').where('kind', '=', 'watches.ask').execute()
    await createAskJob({ db: db as never, origin, now: () => now })({ after: job?.after ?? 'none' })
    return job
  }

  test('each watched paper is refreshed once a night, one every two seconds, in batches', async () => {
    const db = await open()
    const dois = Array.from({ length: 60 }, (_, n) => `10.1000/w${String(n).padStart(2, '0')}`)
    await db
      .insertInto('paper_interest')
      .values([
        ...dois.map(doi => ({ doi, watchers: 1, claims: 0 })),
        { doi: '10.1000/nobody', watchers: 0, claims: 2 },
      ])
      .execute()
    // Its page was read in the evening.
    await db.insertInto('updates_asked').values({ doi: '10.1000/w07', asked_at: noon }).execute()
    await planAsking(db as never, origin, noon)
    await planAsking(db as never, origin, noon)
    const [first] = await jobs(db, 'watches.ask')
    const night = first?.due ?? 0
    expect(new Date(night).getUTCHours()).toBeGreaterThanOrEqual(2)
    expect(night - noon).toBeLessThan(86_400_000)

    const at = noon + 3_600_000
    const steps = []
    for (let n = 0; n < 3; n++) steps.push(await step(db, at + n * 50_000))
    expect(steps.map(job => job?.after)).toEqual(['', '10.1000/w25', '10.1000/w50'])
    expect(steps.slice(1).map(job => job?.due)).toEqual([at + 50_000, at + 100_000])
    const asked = await jobs(db, 'papers.refresh')
    expect(asked.map(({ doi }) => doi)).toEqual(dois.filter(doi => doi !== '10.1000/w07'))
    expect(asked.slice(1).every(({ due }, index) => due - (asked[index]?.due ?? 0) >= 2_000)).toBe(true)
    expect(await jobs(db, 'watches.ask')).toEqual([{ after: '', due: expect.closeTo(night, -1) }])
  })

  test('a crashed batch has refreshed nothing and is repeated', async () => {
    const db = await open()
    await db.insertInto('paper_interest').values({ doi: '10.1000/w', watchers: 1, claims: 0 }).execute()
    const dying = createAskJob({
      db: db as never,
      origin,
      now: () => {
        throw new Error('kill -9')
      },
    })
    await expect(dying({ after: '' })).rejects.toThrow('kill -9')
    expect(await jobs(db, 'papers.refresh')).toEqual([])
    await createAskJob({ db: db as never, origin, now: () => noon })({ after: '' })
    expect(await jobs(db, 'papers.refresh')).toHaveLength(1)
  })
})
