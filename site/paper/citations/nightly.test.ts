import { type JobInfo, type OutboxTables, outboxMigrations } from '@corroborate/server-kit/outbox'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { type ScriptedService, startOpenAlex } from '../../testing/index.ts'
import { addInterest } from '../activity/index.ts'
import { knownMigrations } from '../known/index.ts'
import { nextNight } from '../sources/index.ts'
import { type CitationStep, createCitationJobs, planCitations } from './nightly.ts'
import { readFlaggedReferences } from './read-fallen-references.ts'
import { type CitationTables, citationsMigration } from './tables.ts'
import { addUpdate, addUpdates, noon } from './testing/index.ts'

type Db = Kysely<CitationTables & OutboxTables>

const origin = 'https://papers.example.org'
const fallen = storedDoi('10.1000/fallen')
const id = (n: number) => `https://openalex.org/W${n}`
const citing = (n: number) => storedDoi(`10.1000/citing-${n}`)
/** Citations of the flagged paper; every tenth is one of ours. */
const many = 230
const ours = (doi: string) => doi.endsWith('0')

let openAlex: ScriptedService
beforeEach(async () => {
  openAlex = await startOpenAlex([
    { id: id(1), doi: `https://doi.org/${fallen.toUpperCase()}`, display_name: 'It fell' },
    ...Array.from({ length: many }, (_, n) => ({
      id: id(n + 10),
      doi: n === 7 ? null : `https://doi.org/10.1000/Citing-${n}`,
      publication_date: '2020-03-14',
      referenced_works: [id(1), id(2)],
    })),
  ])
  onTestFinished(() => openAlex.close())
})

const info: JobInfo = { id: 'x', key: null, enqueuedAt: 0, attempt: 1, signal: new AbortController().signal }

const siteOn = (db: Db, { off = false } = {}) => {
  const clock = { now: noon }
  const failures: string[] = []
  const web = { userAgent: 'test', patience: 2_000, wait: async () => {}, now: () => clock.now }
  const jobs = createCitationJobs({
    db,
    openAlex: off ? null : { url: openAlex.url, apiKey: 'secret' },
    web,
    origin,
    ours: async dois => new Set(dois.filter(ours)),
    onFailure: sentence => failures.push(sentence),
  })
  /** Takes the pending step; null if it waits for another night. */
  const take = async (): Promise<CitationStep | null> => {
    const row = await db.selectFrom('outbox').select(['id', 'payload', 'due_at']).executeTakeFirstOrThrow()
    if (row.due_at > clock.now + 2_000) return null
    await db.deleteFrom('outbox').where('id', '=', row.id).execute()
    return JSON.parse(row.payload)
  }
  /** Runs a step like the outbox, with retries. */
  const step = async (): Promise<CitationStep | null> => {
    const taken = await take()
    if (taken !== null) await jobs['citations.step'](taken, info)
    return taken
  }
  const night = async (): Promise<string[]> => {
    await db.deleteFrom('outbox').execute()
    await planCitations(db, origin, clock.now)
    clock.now = (await db.selectFrom('outbox').select('due_at').executeTakeFirstOrThrow()).due_at
    const steps: string[] = []
    for (let taken = await step(); taken !== null && steps.length < 400; taken = await step()) steps.push(taken.step)
    return steps
  }
  return { clock, failures, jobs, night, step, take }
}

const edges = async (db: Db) =>
  (await db.selectFrom('fallen_references').select('citing').execute()).map(row => row.citing).toSorted()
const tenths = Array.from({ length: many }, (_, n) => citing(n))
  .filter(ours)
  .toSorted()
const told = (db: Db) => db.selectFrom('activity').select(['doi', 'kind', 'label', 'by_name']).execute()

describeStore<CitationTables & OutboxTables>(
  'each night',
  [...knownMigrations, citationsMigration, ...outboxMigrations],
  open => {
    test('OpenAlex is queried for works citing problematic papers, page by page, keeping known ones', async () => {
      const db = await open()
      const site = siteOn(db)
      await addUpdate(db, fallen, 'retraction', '2026-11-20')
      await addUpdate(db, '10.1000/unknown,to|it', 'retraction', '2026-11-21')
      await addInterest(db, citing(3), { watchers: 1 })
      const steps = await site.night()
      expect(steps).toEqual(['falls', 'ids', 'ids', 'ids', 'citing', 'citing', 'citing', 'citing', 'citing'])
      expect(await edges(db)).toEqual([...tenths, citing(3)].toSorted())
      expect(await told(db)).toEqual([
        {
          doi: citing(3),
          kind: 'cites-retracted',
          label: 'A paper it cites was retracted',
          by_name: 'the publisher, through Crossref',
        },
      ])
      const first = (await readFlaggedReferences(db, [citing(0)])).get(citing(0))
      expect(first).toMatchObject({ readAt: null, fallen: [{ doi: fallen, title: 'It fell', when: 'after' }] })
      const asked = openAlex.requests.map(({ target }) => new URL(target, openAlex.url))
      expect(asked.map(({ searchParams }) => searchParams.get('api_key'))).toEqual(asked.map(() => 'secret'))
      expect(asked.map(({ pathname, searchParams }) => searchParams.get('filter') ?? pathname)).toEqual([
        '/works/doi:10.1000/unknown,to%7Cit',
        `/works/doi:${fallen}`,
        ...Array.from({ length: 4 }, () => 'cites:W1'),
      ])

      // The next night there is nothing to ask.
      expect(await site.night()).toEqual(['falls', 'ids', 'citing'])
      expect(openAlex.requests).toHaveLength(asked.length)
      expect(await told(db)).toHaveLength(1)
    })

    test('a later retraction notifies watchers of citing papers once', async () => {
      const db = await open()
      const site = siteOn(db)
      await addInterest(db, citing(0), { watchers: 1 })
      await addUpdate(db, '10.1000/first', 'retraction', '2001')
      await site.night()
      expect([await edges(db), await told(db)]).toEqual([[], []])
      await addUpdate(db, fallen, 'retraction', '2026-11-24')
      await site.night()
      await site.night()
      expect(await told(db)).toMatchObject([{ doi: citing(0), kind: 'cites-retracted' }])
    })

    test.each([
      ['is away', { status: 503 } as const],
      ['answers with a web page', 'garbage' as const],
      ['breaks off', 'cut' as const],
      ['says that we ask too often', { status: 429, headers: { 'retry-after': '3600' } }],
    ])('when OpenAlex %s, nothing is assumed empty and the query is repeated', async (_, behaviour) => {
      const db = await open()
      const site = siteOn(db)
      await addUpdate(db, fallen, 'retraction', '2026-11-20')
      openAlex.behave(behaviour)
      expect(await site.night()).toEqual(['falls', 'ids'])
      expect(site.failures).toHaveLength(1)
      const row = { openalex_id: null, id_asked_at: null, citing_asked_at: null }
      expect(await db.selectFrom('fallen_papers').selectAll().execute()).toMatchObject([row])
      openAlex.behave('answer')
      expect((await site.night()).at(-1)).toBe('citing')
      expect(await edges(db)).toEqual(tenths)
    })

    test('an interrupted list resumes at its cursor, or restarts if the cursor expired', async () => {
      const db = await open()
      const site = siteOn(db)
      await addUpdate(db, fallen, 'retraction', '2026-11-20')
      openAlex.behave({ status: 503 }, 'answer', 'answer')
      expect(await site.night()).toEqual(['falls', 'ids', 'ids', 'citing', 'citing'])
      expect(await edges(db)).toHaveLength(10)
      await db.updateTable('fallen_papers').set({ cursor: 'forgotten' }).execute()
      openAlex.behave('answer')
      await site.night()
      expect(await edges(db)).toEqual(tenths)
      const cursors = openAlex.requests.map(({ target }) => new URL(target, openAlex.url).searchParams.get('cursor'))
      expect(cursors.slice(-5)).toEqual(['forgotten', '*', 'after 100=', 'after 200=', 'after 230='])
    })

    test('crashes in any transaction leave no reference without its notification and none notified twice', async () => {
      for (let deathly = 1; ; deathly++) {
        const db = await open()
        await addInterest(db, citing(0), { watchers: 1 })
        await addUpdate(db, fallen, 'retraction', '2026-11-20')
        let begun = 0
        const dying = dyingAt(db, () => {
          begun += 1
          return begun === deathly
        })
        const payload: CitationStep[] = [
          { step: 'falls', after: '', first: null },
          { step: 'ids', left: 9 },
          { step: 'citing', left: 9 },
        ]
        for (const step of payload) {
          await siteOn(dying)
            .jobs['citations.step'](step, info)
            .catch(() => {})
          const references = (await edges(db)).includes(citing(0)) ? 1 : 0
          expect(await told(db), `dead at ${deathly}`).toHaveLength(references)
        }
        for (const step of payload) await siteOn(db).jobs['citations.step'](step, info)
        expect((await edges(db)).length).toBeGreaterThan(0)
        expect(await told(db)).toHaveLength(1)
        if (begun < deathly) break
      }
    })

    test('ids are fetched in one list, or individually if OpenAlex rejects the list', async () => {
      const db = await open()
      const site = siteOn(db)
      await addUpdates(db, ['10.1000/b', '10.1000/c', fallen])
      openAlex.behave('answer', { status: 400 })
      expect((await site.night()).filter(step => step === 'ids')).toHaveLength(3)
      const asked = openAlex.requests.map(({ target }) => new URL(target, openAlex.url))
      expect(asked.slice(0, 3).map(({ pathname, searchParams }) => searchParams.get('filter') ?? pathname)).toEqual([
        `doi:10.1000/b|10.1000/c|${fallen}`,
        '/works/doi:10.1000/b',
        `doi:10.1000/c|${fallen}`,
      ])
      expect(await edges(db)).toEqual(tenths)
    })

    test('a nightly budget limits requests, and the rest waits for the next night', async () => {
      const db = await open()
      const site = siteOn(db)
      await addUpdates(
        db,
        Array.from({ length: 260 }, (_, n) => `10.1000/comma,${n}`),
      )
      const steps = await site.night()
      expect(steps.filter(step => step === 'ids')).toHaveLength(200)
      const left = await db.selectFrom('fallen_papers').select('doi').where('id_asked_at', 'is', null).execute()
      expect(left).toHaveLength(60)
    })

    /** The step that waits, and in how many ms it is due. */
    const waiting = async (db: Db, now: number) => {
      const { payload, due_at: due } = await db
        .selectFrom('outbox')
        .select(['payload', 'due_at'])
        .executeTakeFirstOrThrow()
      return { step: JSON.parse(payload) as CitationStep, in: due - now }
    }
    const untilTomorrow = 86_400_000

    test('with more retractions than one batch, those of the first night are old and later ones new', async () => {
      const db = await open()
      const site = siteOn(db)
      const names = Array.from({ length: 600 }, (_, n) => `10.1000/many-${n}`)
      await addUpdates(db, names)
      expect((await site.night()).slice(0, 3)).toEqual(['falls', 'falls', 'ids'])
      const noted = async () =>
        (await db.selectFrom('fallen_papers').select('noted_at').distinct().orderBy('noted_at').execute()).map(
          row => row.noted_at,
        )
      expect(await noted()).toEqual([0])
      await addUpdate(db, fallen, 'retraction', '2026-11-24')
      await site.night()
      expect(await noted()).toEqual([0, site.clock.now])
    })

    test('the job runs at the same time daily, two hours after the sources, within a day', async () => {
      const db = await open()
      for (let hour = 0; hour < 24; hour++) {
        const now = noon + hour * 3_600_000
        await db.deleteFrom('outbox').execute()
        await planCitations(db, origin, now)
        const planned = await waiting(db, now)
        expect(planned.step).toEqual({ step: 'falls', after: '', first: null })
        expect(planned.in).toBeGreaterThan(0)
        expect(planned.in).toBeLessThanOrEqual(untilTomorrow)
        const due = now + planned.in
        expect(due).toBe(nextNight(due - 2 * 3_600_000 - 1, origin) + 2 * 3_600_000)
      }
    })

    test.each<[string, CitationStep, CitationStep]>([
      ['ids', { step: 'ids', left: 102 }, { step: 'ids', left: 101 }],
      ['ids, when no more are meant for the night', { step: 'ids', left: 101 }, { step: 'citing', left: 100 }],
      ['who cites a paper', { step: 'citing', left: 2 }, { step: 'citing', left: 1 }],
      [
        'who cites a paper, when no more is meant for the night',
        { step: 'citing', left: 1 },
        { step: 'falls', after: '', first: null },
      ],
    ])('the budget decreases by one request for %s', async (_, step, next) => {
      const db = await open()
      const site = siteOn(db)
      await addUpdates(db, [fallen, '10.1000/comma,1'])
      await site.jobs['citations.step']({ step: 'falls', after: '', first: null }, info)
      await db.updateTable('fallen_papers').set({ openalex_id: 'W1' }).where('doi', '=', fallen).execute()
      await db.deleteFrom('outbox').execute()
      await site.jobs['citations.step'](step, info)
      expect((await waiting(db, noon)).step).toEqual(next)
    })

    test.each([
      ['does not answer', { status: 503 }, 3_600_000],
      ['asks for two hours', { status: 429, headers: { 'retry-after': '7200' } }, 2 * 3_600_000],
      ['asks for ten minutes', { status: 429, headers: { 'retry-after': '600' } }, 3_600_000],
      ['asks for three days', { status: 429, headers: { 'retry-after': '259200' } }, untilTomorrow],
    ])('when OpenAlex %s, the job waits at least an hour and at most until the next night', async (_, trouble, ms) => {
      const db = await open()
      const site = siteOn(db)
      await addUpdate(db, fallen, 'retraction', '2026-11-20')
      openAlex.behave(trouble)
      await site.night()
      expect(await waiting(db, site.clock.now)).toEqual({ step: { step: 'ids', left: 300 }, in: ms })
    })

    test('a step interrupted by shutdown is not an OpenAlex failure and is repeated', async () => {
      const db = await open()
      const site = siteOn(db)
      await addUpdate(db, fallen, 'retraction', '2026-11-20')
      await site.jobs['citations.step']({ step: 'falls', after: '', first: null }, info)
      await db.deleteFrom('outbox').execute()
      const stopped = { ...info, signal: AbortSignal.abort() }
      await expect(site.jobs['citations.step']({ step: 'ids', left: 9 }, stopped)).rejects.toThrow()
      expect([site.failures, await db.selectFrom('outbox').selectAll().execute()]).toEqual([[], []])
    })

    test('with OpenAlex disabled, a leftover step waits for the next night', async () => {
      const db = await open()
      const site = siteOn(db, { off: true })
      await site.jobs['citations.step']({ step: 'ids', left: 9 }, info)
      expect((await waiting(db, noon)).step).toEqual({ step: 'falls', after: '', first: null })
    })

    test('with OpenAlex disabled, no requests are sent and retractions are listed', async () => {
      const db = await open()
      const site = siteOn(db, { off: true })
      await addUpdate(db, fallen, 'retraction', '2026-11-20')
      expect(await site.night()).toEqual(['falls'])
      expect(await db.selectFrom('fallen_papers').select('doi').execute()).toEqual([{ doi: fallen }])
      expect(openAlex.requests).toEqual([])
    })
  },
)

/** Wraps the database so that a transaction fails before its commit if `isNow`. */
const dyingAt = (db: Db, isNow: () => boolean): Db => {
  const transaction = () => ({
    execute: (within: Parameters<ReturnType<Db['transaction']>['execute']>[0]) =>
      db.transaction().execute(async tx => {
        const result = await within(tx)
        if (isNow()) throw new Error('kill -9')
        return result
      }),
  })
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
