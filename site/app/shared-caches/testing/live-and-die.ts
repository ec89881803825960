import { setTimeout as sleep } from 'node:timers/promises'
import { runTransaction } from '@corroborate/server-kit/database'
import type { Logger } from '@corroborate/server-kit/logging'
import { createOutbox, type OutboxTables } from '@corroborate/server-kit/outbox'
import { beginLife } from '@corroborate/server-kit/testing/life'
import { storedDoi } from '../../../kit/doi/index.ts'
import { type PurgeJobs, purgeWhatChanges } from '../../../kit/shared-caches/note-change.ts'
import { castVote, type VoteTables } from '../../../readers/votes/store.ts'
import { purgeJobs } from '../feature.ts'

/**
 * A vote and the subsequent purge, which crashes before and after the vote's commit, and before and after the cache is notified. Receives
 * the cache's address. A voter without a response retries the same vote.
 */
const { db, opened, given, deaths, step, dying, answered } = await beginLife<VoteTables & OutboxTables>()
purgeWhatChanges(db)
await answered('a vote', () =>
  runTransaction(db, async tx => {
    const voter = { key: 'visitor:v', signedIn: false }
    return (await castVote(tx, storedDoi('10.1000/x'), voter, { wanted: 'upvote' }, 1)).status
  }),
)

step('a purge')
const purge = purgeJobs([{ form: 'webhook', url: given, secret: null }])['caches.purge']
const logger = { warn: () => {}, error: () => {} } as unknown as Logger
// Each life starts a minute later than the previous one, whose job lease has expired by then.
const outbox = createOutbox<PurgeJobs>(opened, { logger, now: () => Date.now() + (deaths + 1) * 60_000 })
const worker = outbox.startWorker({ 'caches.purge': dying('a purge', purge) }, { poll: 5 })
while ((await outbox.figures()).waiting > 0) await sleep(5)
await worker.stop()
await db.destroy()
