import { createServer } from 'node:http'
import { readSettings } from '@corroborate/server-kit/settings'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely, Transaction } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { deleteAccount } from '../../kit/feature/index.ts'
import { cacheKeys, purgeWhatChanges } from '../../kit/shared-caches/note-change.ts'
import { type ActivityTables, recordActivity, retractActivity } from '../../paper/activity/index.ts'
import { type KnownTables, saveUpdates } from '../../paper/known/index.ts'
import { type DecisionTables, makeDecision, submit } from '../../readers/moderation/index.ts'
import { type AppTables, appUnderTest } from '../../testing/index.ts'
import { siteMigrations } from '../migrations.ts'
import { purgeJobs } from './feature.ts'

const doi = storedDoi('10.1000/x')

/** A cache that answers with these statuses, one after another, and then with 200. */
const startCache = async (...statuses: number[]) => {
  const told: {
    method: string | undefined
    key: string | undefined
    authorization: string | undefined
    body: string
  }[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    const { 'surrogate-key': key, authorization } = request.headers
    told.push({ method: request.method, key: key?.toString(), authorization, body })
    response.writeHead(statuses.shift() ?? 200).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { told, host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }
}

const jobFor = (urls: string) => purgeJobs(readSettings({ CACHE_PURGE_URL: urls }).cachePurges)['caches.purge']
const info = {} as Parameters<ReturnType<typeof jobFor>>[1]

test('Varnish is purged with PURGE, and a webhook by POST with its secret', async () => {
  const [varnish, hook] = [await startCache(), await startCache()]
  await jobFor(`varnish+http://${varnish.host}/, http://:hush@${hook.host}/purge`)({ key: 'lists' }, info)
  expect(varnish.told).toEqual([{ method: 'PURGE', key: 'lists', authorization: undefined, body: '' }])
  expect(hook.told).toEqual([
    { method: 'POST', key: undefined, authorization: 'Bearer hush', body: '{"keys":["lists"]}' },
  ])
})

test('a cache that rejects a purge fails the job for a retry, and the others are purged', async () => {
  const [broken, good] = [await startCache(500), await startCache()]
  const job = jobFor(`http://${broken.host},http://${good.host}`)
  await expect(job({ key: 'lists' }, info)).rejects.toThrow('answered a purge with 500')
  await job({ key: 'lists' }, info)
  expect([broken.told.length, good.told.length]).toEqual([2, 2])
})

test.each(['ftp://cache', 'varnish+ftp://cache', 'http://user:secret@cache', 'cache'])(
  '%s is not a valid cache setting',
  url => {
    expect(() => readSettings({ CACHE_PURGE_URL: url })).toThrow('CACHE_PURGE_URL')
  },
)

describeStore<AppTables>('what changes', siteMigrations, open => {
  const keysOf = async (db: Awaited<ReturnType<typeof open>>) => {
    const jobs = await db.selectFrom('outbox').select('key').where('kind', '=', 'caches.purge').orderBy('key').execute()
    return jobs.map(({ key }) => key)
  }
  const paper = cacheKeys.paper(doi)

  test('changes are not recorded without caches', async () => {
    const db = await open()
    await saveUpdates(knownOf(db), [retraction])
    expect(await keysOf(db)).toEqual([])
  })

  test('pending changes purge each key once: retractions, activity, votes', async () => {
    const db = await open()
    purgeWhatChanges(db)
    await saveUpdates(knownOf(db), [retraction])
    expect(await keysOf(db)).toEqual([paper])
    await db.deleteFrom('outbox').execute()
    // The same data again, without a change.
    await saveUpdates(knownOf(db), [retraction])
    expect(await keysOf(db)).toEqual([])
    await db.transaction().execute(tx => recordActivity(activityOf(tx), activity, 1))
    await db.transaction().execute(tx => retractActivity(activityOf(tx), activity.key))
    expect(await keysOf(db)).toEqual(['lists', paper])
    await db.deleteFrom('outbox').execute()
    const { app, origin } = appUnderTest({ db })
    const answer = await app.request(`${origin}/${doi}/vote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ voteType: 'upvote' }),
    })
    expect(answer.status).toBe(200)
    expect(await keysOf(db)).toEqual([paper])
  })

  test('a moderator’s decision purges its paper, and deleting an account purges everything', async () => {
    const db = await open()
    purgeWhatChanges(db)
    const entry = { kind: 'comment', id: 'a', doi, writer: 'visitor:one', locale: 'en', signals: [], now: 1 } as const
    await db.transaction().execute(tx => submit(moderationOf(tx), entry))
    expect(await keysOf(db)).toEqual([])
    const decision = { kind: 'comment', id: 'a', version: null, moderator: 'user:ada', message: null } as const
    await makeDecision(moderationOf(db), {}, { ...decision, action: 'approve', reason: null }, 2)
    expect(await keysOf(db)).toEqual([paper])
    await db.deleteFrom('outbox').execute()
    const account = { id: 'one', key: 'user:one', upTo: null, at: 3 } as const
    await db.transaction().execute(tx => deleteAccount([], tx, account))
    expect(await keysOf(db)).toEqual(['lists', 'papers'])
  })

  test('a rolled-back transaction purges nothing', async () => {
    const db = await open()
    purgeWhatChanges(db)
    const work = db.transaction().execute(async tx => {
      await recordActivity(activityOf(tx), activity, 1)
      throw new Error('given up')
    })
    await expect(work).rejects.toThrow('given up')
    expect(await keysOf(db)).toEqual([])
  })
})

const activityOf = (tx: Kysely<AppTables>) => tx.$pickTables<keyof ActivityTables>()
const moderationOf = <Given>(db: Given) =>
  db as unknown as Given extends Transaction<AppTables> ? Transaction<DecisionTables> : Kysely<DecisionTables>
const knownOf = (db: Kysely<AppTables>) => db as unknown as Kysely<KnownTables>

const retraction = {
  doi,
  type: 'retraction',
  noticeDoi: null,
  date: '2026-01-01',
  retracted: true,
  journal: null,
  publisher: null,
  title: null,
}

const activity = {
  doi,
  kind: 'retraction' as const,
  key: 'retraction:x',
  at: 1,
  date: '2026-01-01',
  by: { name: 'Crossref', href: null },
  label: 'Retraction',
  outcome: null,
  money: null,
  detail: null,
  path: '/10.1000/x',
}
