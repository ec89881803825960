import { engineOf, runTransaction } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'
import { type ActivityTables, settledAt } from '../../paper/activity/index.ts'
import type { WatchTables } from './tables.ts'
import { dueAt, readFrequencies, topicOf } from './topics.ts'

type Tables = WatchTables & ActivityTables

/** Watchers notified per transaction, which takes a few milliseconds. */
const atOnce = 500

/**
 * Number of new rows after which PostgreSQL analyzes the table. Otherwise, for a minute or more, it estimates a nearly empty table and
 * scans it for every batch: with 50,000 rows 22 ms instead of 0.3.
 */
const many = 1_000

/**
 * Creates notifications of new activity for each watcher, with their due time. Each person gets each event once, across repeated runs,
 * crashes and machines.
 * @param signal stops it between two transactions
 */
export const spreadActivity = async (db: Kysely<Tables>, now: () => number, signal?: AbortSignal): Promise<void> => {
  for (;;) {
    signal?.throwIfAborted()
    const at = now()
    const thing = await db
      .selectFrom('activity')
      .select(['id', 'key', 'doi', 'kind', 'noted_at'])
      .where('spread', '=', 0)
      .where(settledAt(at))
      .orderBy('noted_at')
      .limit(1)
      .executeTakeFirst()
    if (thing === undefined) return
    const topic = topicOf(thing.kind)
    if (topic !== null) {
      let after = ''
      let noted = 0
      for (;;) {
        signal?.throwIfAborted()
        const last = await runTransaction(db, async tx => {
          const people = await tx
            .selectFrom('watches')
            .leftJoin('watchers', 'watchers.person', 'watches.person')
            .select(['watches.person', 'frequencies'])
            .where('watches.doi', '=', thing.doi)
            // Later watchers saw it on the page.
            .where('watches.since', '<=', thing.noted_at)
            .where('watches.person', '>', after)
            .orderBy('watches.person')
            .limit(atOnce)
            .execute()
          const news = people.map(({ person, frequencies }) => ({
            person,
            about: thing.key,
            topic,
            due_at: dueAt(readFrequencies(frequencies)[topic], at),
            mail: null,
            held_until: 0,
            told_at: null,
          }))
          if (news.length > 0)
            await tx
              .insertInto('news')
              .values(news)
              .onConflict(conflict =>
                conflict
                  .columns(['person', 'about'])
                  .doUpdateSet(now => ({ due_at: now.ref('excluded.due_at') }))
                  // Withdrawn before it was sent, and recurred.
                  .where('news.told_at', 'is', null)
                  .where('news.due_at', 'is', null),
              )
              .execute()
          noted += people.length
          return people.length < atOnce ? null : (people.at(-1)?.person ?? null)
        })
        if (last === null) break
        after = last
      }
      if (noted >= many && engineOf(db) === 'postgres') await sql`analyze news`.execute(db)
    }
    await db.updateTable('activity').set({ spread: 1 }).where('id', '=', thing.id).execute()
  }
}
