import { engineOf, runTransaction } from '@corroborate/server-kit/database'
import { type Kysely, sql } from 'kysely'
import { type ActivityTables, settledAt } from '../../paper/activity/index.ts'
import type { WatchTables } from './tables.ts'
import { dueAt, readFrequencies, topicOf } from './topics.ts'

type Tables = WatchTables & ActivityTables

/** How many people are told in one transaction: a few milliseconds. */
const atOnce = 500

/**
 * After so many new rows at once PostgreSQL is told to count them. Until it has, a minute or more, it takes the table for nearly empty
 * and reads all of it for every lot of mails: with 50,000 rows 22 ms in place of 0.3.
 */
const many = 1_000

/**
 * Notes for everybody who watches a paper what has happened to it since, and when each is to be told. Each person has each thing once,
 * however often this runs, or dies, and on however many machines.
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
            // Who came later has found it on the page.
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
                  // What was taken back before anybody was told, and has happened again.
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
