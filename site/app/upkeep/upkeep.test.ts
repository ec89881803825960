import { createOutbox, type JobInfo, type OutboxTables } from '@corroborate/server-kit/outbox'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { siteMigrations } from '../migrations.ts'
import { createUpkeepJobs, type UpkeepJobs, type UpkeepTables } from './jobs.ts'

const day = 24 * 3_600_000
const now = Date.UTC(2026, 0, 31)

type Tables = UpkeepTables

describeStore<Tables>('once a day', siteMigrations, open => {
  const sweep = async (db: Kysely<Tables>) => {
    const jobsOnly = db.$pickTables<'outbox'>()
    const outbox = createOutbox<UpkeepJobs, OutboxTables>(jobsOnly, { logger: testLogger().logger, now: () => now })
    const jobs = createUpkeepJobs({ db, outbox }, () => now)
    await jobs['upkeep.sweep'](null, { signal: new AbortController().signal } as JobInfo)
  }

  test('papers no source has known for a month are deleted, and known ones kept', async () => {
    const db = await open()
    const row = (doi: string, found: number, age: number) => ({
      doi,
      found,
      facts: found === 1 ? '{}' : null,
      fetched_at: now - age,
    })
    await db
      .insertInto('paper_facts')
      .values([
        row('10.1000/found', 1, 399 * day),
        row('10.1000/missing', 0, 30 * day),
        row('10.1000/missing-lately', 0, 30 * day - 1),
      ])
      .execute()
    await db
      .insertInto('paper_facts')
      .values(Array.from({ length: 1_500 }, (_, n) => row(`10.1000/made-up-${n}`, 0, 31 * day)))
      .execute()
    await sweep(db)
    const left = await db.selectFrom('paper_facts').select('doi').orderBy('doi').execute()
    expect(left.map(({ doi }) => doi)).toEqual(['10.1000/found', '10.1000/missing-lately'])
  })

  test('dead letters are deleted after a month, and no other jobs', async () => {
    const db = await open()
    const job = (id: string, state: 'dead' | 'waiting', age: number) => ({
      ...{ id, state, kind: 'of-nobody', key: id, payload: 'null', attempts: 1, claim: null, last_error: null },
      ...{ due_at: now + day, enqueued_at: now - age },
    })
    await db
      .insertInto('outbox')
      .values([
        job('dead', 'dead', 31 * day),
        job('dead-lately', 'dead', 29 * day),
        job('waiting', 'waiting', 400 * day),
      ])
      .execute()
    await sweep(db)
    const left = await db.selectFrom('outbox').select('id').where('kind', '=', 'of-nobody').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['dead-lately', 'waiting'])
  })

  test('source data of a paper is deleted when nobody acted on it for 400 days', async () => {
    const db = await open()
    const row = (doi: string, age: number) => ({ doi, found: 1, facts: '{}', fetched_at: now - age })
    await db
      .insertInto('paper_facts')
      .values([
        row('10.1000/unused', 400 * day),
        row('10.1000/lately', 400 * day - 1),
        row('10.1000/drafted', 900 * day),
        ...Array.from({ length: 1_500 }, (_, n) => row(`10.1000/other-${n}`, 401 * day)),
      ])
      .execute()
    await db
      .insertInto('report_drafts')
      .values({ author: 'a', doi: '10.1000/drafted', draft: '{}', updated_at: now })
      .execute()
    await sweep(db)
    const left = await db.selectFrom('paper_facts').select('doi').orderBy('doi').execute()
    expect(left.map(({ doi }) => doi)).toEqual(['10.1000/drafted', '10.1000/lately'])
  })

  test('drafts, searches, proofs and ended sessions expire, and feedback is anonymized', async () => {
    const db = await open()
    const ages = [1, -1]
    await db
      .insertInto('report_drafts')
      .values(ages.map(n => ({ author: `a${n}`, doi: '10.1000/1', draft: '{}', updated_at: now - 400 * day - n })))
      .execute()
    await db
      .insertInto('search_answers')
      .values(ages.map(n => ({ query: `q${n}`, works: '[]', fetched_at: now - day - n })))
      .execute()
    await db
      .insertInto('spent_proofs')
      .values(ages.map(n => ({ nonce: `n${n}`, expires_at: now - n })))
      .execute()
    await db
      .insertInto('ended_sessions')
      .values(ages.map(n => ({ session: `s${n}`, forget_at: now - n })))
      .execute()
    await db
      .insertInto('problems')
      .values(
        ages.map(n => ({
          ...{ id: `p${n}`, doi: '10.1000/1', about_kind: 'page' as never, about: '', about_words: '', words: 'wrong' },
          ...{ writer: 'w', email: 'a@example.org', locale: 'en' as const, sent_as: `${n}` },
          written_at: now - 400 * day - n,
        })),
      )
      .execute()
    await sweep(db)
    const left = async (table: 'report_drafts' | 'search_answers' | 'spent_proofs' | 'ended_sessions') =>
      (await db.selectFrom(table).selectAll().execute()).map(row => Object.values(row)[0])
    expect(await left('report_drafts')).toEqual(['a-1'])
    expect(await left('search_answers')).toEqual(['q-1'])
    expect(await left('spent_proofs')).toEqual(['n-1'])
    expect(await left('ended_sessions')).toEqual(['s-1'])
    const problems = await db.selectFrom('problems').select(['id', 'writer', 'email', 'words']).orderBy('id').execute()
    expect(problems).toEqual([
      { id: 'p-1', writer: 'w', email: 'a@example.org', words: 'wrong' },
      { id: 'p1', writer: null, email: null, words: 'wrong' },
    ])
  })

  test('the next run is scheduled', async () => {
    const db = await open()
    await sweep(db)
    const planned = await db.selectFrom('outbox').select('due_at').where('kind', '=', 'upkeep.sweep').execute()
    expect(planned).toEqual([{ due_at: now + day }])
  })
})
