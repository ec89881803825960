import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutbox } from '@corroborate/server-kit/outbox'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import { dieAtEveryMoment } from '@corroborate/server-kit/testing/lives'
import { expect, onTestFinished, test } from 'vitest'
import { cacheKeys, noteChange, type PurgeJobs, purgeWhatChanges } from '../../kit/shared-caches/note-change.ts'
import type { AppTables } from '../../testing/index.ts'
import { siteMigrations } from '../migrations.ts'
import { purgeJobs } from './feature.ts'

/** Starts a cache that responds with these statuses in order, then with 200. Records each purge before it responds. */
const startCache = async (...statuses: number[]) => {
  const told: string[] = []
  const server = createServer(async (request, response) => {
    told.push((await request.toArray()).join(''))
    response.writeHead(statuses.shift() ?? 200).end()
  })
  // A site that is killed breaks off.
  server.on('clientError', (_, socket) => void socket.destroy())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const purgeOf = (...keys: string[]): string => JSON.stringify({ keys })

describeStore<AppTables>('what must be purged', siteMigrations, (open, { placeOf }) => {
  test('every vote is eventually purged from caches, whenever the site is killed', async () => {
    const db = await open()
    const { told, url } = await startCache()
    const script = new URL('testing/live-and-die.ts', import.meta.url)
    const { deaths } = await dieAtEveryMoment({ script, db, place: placeOf(db), given: url })

    const around = (step: string, what: string) => [`${step}: before ${what} 1`, `${step}: after ${what} 1`]
    expect(deaths).toEqual([...around('a vote', 'a commit'), ...around('a purge', 'a purge')])
    expect(await db.selectFrom('votes').select(['doi', 'vote']).execute()).toEqual([
      { doi: '10.1000/x', vote: 'upvote' },
    ])
    // By the life that died before it could note that it had, and by the one after.
    const purge = purgeOf(cacheKeys.paper('10.1000/x'))
    expect(told).toEqual([purge, purge])
    expect(await db.selectFrom('outbox').select('kind').where('kind', '=', 'caches.purge').execute()).toEqual([])
  })

  test('the worker retries a cache that rejects a purge until it accepts', async () => {
    const db = await open()
    purgeWhatChanges(db)
    const { told, url } = await startCache(503, 500, 404)
    await db.transaction().execute(tx => noteChange(tx, [cacheKeys.lists]))
    const { logger, lines } = testLogger()
    // A minute later it is due.
    const outbox = createOutbox<PurgeJobs, AppTables>(db, { logger, now: () => Date.now() + 60_000 })
    const jobs = purgeJobs([{ form: 'webhook', url, secret: null }])
    const worker = outbox.startWorker(jobs, { poll: 5, delayAfter: () => 0 })
    onTestFinished(() => worker.stop())
    await expect.poll(async () => (await outbox.figures()).waiting).toBe(0)
    expect(told).toEqual(Array.from({ length: 4 }, () => purgeOf(cacheKeys.lists)))
    expect(lines.filter(({ msg }) => msg === 'a job failed: it will be tried again')).toHaveLength(3)
    expect((await outbox.figures()).dead).toBe(0)
  })
})
