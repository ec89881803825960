import { describeStore } from '@corroborate/server-kit/testing'
import { expect, test } from 'vitest'
import { siteMigrations } from '../../app/migrations.ts'
import { parseDoi } from '../../kit/doi/index.ts'
import { formatDay } from '../../kit/times/times.ts'
import { recordActivity, retractActivity } from '../../paper/activity/index.ts'
import type { AppTables } from '../../testing/index.ts'
import { formatWhen, watchedReader } from './dashboard.ts'
import { exportWatches } from './feature.ts'
import { deleteWatcher, mostWatched, noteSeen, readPersonalFeed, unwatch, watch, watchReader } from './store.ts'
import { nextSweep } from './topics.ts'

const ada = 'user:ada'
const doiOf = (name: string) =>
  parseDoi(`10.1000/${name}`) ??
  (() => {
    throw new Error(name)
  })()

describeStore<AppTables>('what somebody watches', siteMigrations, open => {
  const setUp = async () => {
    const db = await open()
    const tx = <T>(work: (tx: never) => Promise<T>) => db.transaction().execute(each => work(each as never))
    const begin = (name: string, now: number, person = ada) =>
      tx(each => watch(each, { person, doi: doiOf(name), locale: 'en', now }))
    const end = (name: string, person = ada) => tx(each => unwatch(each, person, doiOf(name)))
    const happen = (name: string, key: string, now: number) =>
      recordActivity(
        db,
        {
          doi: doiOf(name),
          kind: 'retraction',
          key,
          at: now,
          date: '2026-11-20',
          by: { name: 'Retraction Watch', href: null },
          label: `Retraction ${key}`,
          outcome: null,
          detail: null,
          path: `/10.1000/${name}#known`,
        },
        now,
      )
    const readWatched = watchedReader(db as never)
    const list = async (after: { since: number; doi: string } | null = null) => {
      const { papers, next } = await readWatched(ada, after)
      return { names: papers.map(({ doi }) => doi.slice('10.1000/'.length)), papers, next }
    }
    const watchers = async (name: string) => (await watchReader(db as never)(doiOf(name), null)).watchers
    return { db, tx, begin, end, happen, list, watchers }
  }

  test('watched papers are listed by new changes, latest change first, then most recently watched', async () => {
    const { begin, happen, list } = await setUp()
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) await begin(name, index + 1)
    await begin('e', 4)
    await happen('a', 'a1', 10)
    await happen('b', 'b1', 20)
    await happen('c', 'c1', 3)
    expect((await list()).names).toEqual(['b', 'a', 'd', 'e', 'c'])
    const { papers } = await list()
    expect(papers[0]?.changes).toEqual([
      {
        kind: 'retraction',
        label: 'Retraction b1',
        byName: 'Retraction Watch',
        at: 20,
        date: '2026-11-20',
        path: '/10.1000/b#known',
        isNew: true,
      },
    ])
    // Changes before the watch started are not new.
    expect(papers[4]).toMatchObject({ since: 3, seenAt: 3, changes: [{ isNew: false }] })
    expect(papers[2]?.changes).toEqual([])
    await happen('a', 'a2', 30)
    expect((await list()).names.slice(0, 2)).toEqual(['a', 'b'])
  })

  test('a change is new until seen, and seen marks never go back', async () => {
    const { db, begin, happen, list } = await setUp()
    await begin('a', 1)
    await happen('a', 'a1', 10)
    const isNew = async () => (await list()).papers[0]?.changes.map(change => change.isNew)
    await noteSeen(db as never, 'user:bob', 10)
    await noteSeen(db as never, ada, 9)
    expect(await isNew()).toEqual([true])
    await noteSeen(db as never, ada, 10)
    expect(await isNew()).toEqual([false])
    await noteSeen(db as never, ada, 5)
    expect(await isNew()).toEqual([false])
  })

  test('the latest five changes of each paper are listed', async () => {
    const { begin, happen, list } = await setUp()
    await begin('a', 1)
    for (let n = 1; n <= 6; n++) await happen('a', `a${n}`, 10 + n)
    expect((await list()).papers[0]?.changes.map(({ label }) => label)).toEqual(
      [6, 5, 4, 3, 2].map(n => `Retraction a${n}`),
    )
  })

  test('changes are listed for many papers', async () => {
    const { begin, happen, list } = await setUp()
    for (let n = 0; n < 41; n++) {
      await begin(`p${n}`, 1)
      await happen(`p${n}`, `k${n}`, 10 + n)
    }
    expect((await list()).papers.map(({ changes }) => changes.length)).toEqual(Array(41).fill(1))
  })

  test('the list is paginated by a hundred, each paper once', async () => {
    const { db, happen, list } = await setUp()
    const watched = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        person: ada,
        doi: `10.1000/p${String(n).padStart(3, '0')}`,
        since: 5,
        seen_at: 5,
      }))
    await db.insertInto('watches').values(watched(100)).execute()
    expect((await list()).next).toBeNull()
    await db.insertInto('watches').values(watched(101).slice(100)).execute()
    const first = await list()
    expect([first.names.length, first.next]).toEqual([100, { since: 5, doi: '10.1000/p099' }])
    expect((await list(first.next)).names).toEqual(['p100'])
    await happen('p050', 'k', 10)
    const changed = await list()
    expect([changed.names[0], changed.names.length, new Set(changed.names).size]).toEqual(['p050', 100, 100])
    // On a later page nothing is put first.
    await happen('p100', 'k2', 20)
    expect((await list(first.next)).names).toEqual(['p100'])
  })

  test('watchers are counted once per person, up to their limit', async () => {
    const { db, begin, end, watchers } = await setUp()
    expect([await begin('a', 1), await begin('a', 2), await begin('a', 1, 'user:bob')]).toEqual([true, true, true])
    expect(await watchers('a')).toBe(2)
    const read = watchReader(db as never)
    expect(await read(doiOf('a'), ada)).toEqual({ watching: true, watchers: 2 })
    expect(await read(doiOf('a'), 'user:eve')).toEqual({ watching: false, watchers: 2 })
    expect(await read(doiOf('none'), ada)).toEqual({ watching: false, watchers: 0 })
    await end('a')
    await end('a')
    await end('a', 'user:eve')
    expect(await watchers('a')).toBe(1)
  })

  test('a person watches at most 5,000 papers, and rewatching one of them is allowed', async () => {
    const { db, begin } = await setUp()
    const rows = Array.from({ length: mostWatched - 1 }, (_, n) => ({
      person: ada,
      doi: `10.1000/m${n}`,
      since: 1,
      seen_at: 1,
    }))
    while (rows.length > 0) await db.insertInto('watches').values(rows.splice(0, 1_000)).execute()
    expect([
      await begin('last', 2),
      await begin('more', 2),
      await begin('last', 3),
      await begin('more', 2, 'user:bob'),
    ]).toEqual([true, false, true, true])
  })

  test('watched papers move or are deleted with the account, up to a moment, leaving others’', async () => {
    const { db, tx, begin, watchers } = await setUp()
    await begin('old', 1)
    await begin('new', 10)
    await begin('old', 1, 'user:bob')
    const told = {
      about: 'k',
      topic: 'record',
      due_at: 1,
      mail: null,
      held_until: 0,
      attempts: 0,
      told_at: null,
    } as const
    await db
      .insertInto('news')
      .values([
        { person: ada, ...told },
        { person: 'user:bob', ...told },
      ])
      .execute()
    const left = async (table: 'watches' | 'watchers' | 'news') =>
      (await db.selectFrom(table).select('person').orderBy('person').execute()).map(({ person }) => person)
    await tx(each => deleteWatcher(each, ada, 1))
    expect([await left('watches'), await left('watchers')]).toEqual([[ada, 'user:bob'], ['user:bob']])
    expect([await watchers('old'), await watchers('new'), await left('news')]).toEqual([1, 1, [ada, 'user:bob']])
    await tx(each => deleteWatcher(each, ada, null))
    expect([await left('watches'), await left('news')]).toEqual([['user:bob'], ['user:bob']])
    expect([await watchers('old'), await watchers('new')]).toEqual([1, 0])
  })

  test('the data export contains watches, notifications, and the existence of a feed but not its URL', async () => {
    const { db, begin, happen } = await setUp()
    expect(await exportWatches(db as never, ada)).toEqual({ watched: [], mails: null, told: [] })
    await begin('b', 2)
    await begin('a', 1)
    await happen('a', 'k', 10)
    const news = { topic: 'record', due_at: 1, mail: null, held_until: 0, attempts: 0 } as const
    await happen('a', 'waits', 11)
    await db
      .insertInto('news')
      .values([
        { person: ada, about: 'k', told_at: 20, ...news },
        { person: ada, about: 'waits', told_at: null, ...news },
        { person: 'user:bob', about: 'k', told_at: 20, ...news },
      ])
      .execute()
    const time = (ms: number) => new Date(ms).toISOString()
    const mails = {
      language: 'en',
      record: 'now',
      replication: 'daily',
      report: 'daily',
      note: 'weekly',
      bounty: 'weekly',
      feed: 'none',
    }
    expect(await exportWatches(db as never, ada)).toEqual({
      watched: [
        { doi: '10.1000/a', since: time(1), seen: time(1) },
        { doi: '10.1000/b', since: time(2), seen: time(2) },
      ],
      mails,
      told: [{ doi: '10.1000/a', what: 'Retraction k', at: time(20) }],
    })
    await db.updateTable('watchers').set({ feed: 'hash' }).execute()
    const { mails: after } = await exportWatches(db as never, ada)
    expect(after).toEqual({ ...mails, feed: 'has a secret address' })
  })

  test('a private feed contains its own papers’ events since they were watched', async () => {
    const { db, begin, happen } = await setUp()
    await happen('a', 'before', 1)
    await begin('a', 5)
    await begin('b', 5, 'user:bob')
    await happen('a', 'same', 5)
    await happen('a', 'after', 6)
    await happen('b', 'other', 7)
    const secret = 's'.repeat(32)
    const { hash } = await import('node:crypto')
    await db
      .updateTable('watchers')
      .set({ feed: hash('sha256', secret, 'base64url') })
      .where('person', '=', ada)
      .execute()
    const keys = async (limit: number) => (await readPersonalFeed(db as never, secret, limit))?.map(({ key }) => key)
    expect([await keys(10), await keys(1)]).toEqual([['after', 'same'], ['after']])
    await retractActivity(db, 'after')
    expect(await keys(10)).toEqual(['same'])
    for (const wrong of ['t'.repeat(32), 's'.repeat(31), `${secret}s`, ''])
      expect(await readPersonalFeed(db as never, wrong, 10)).toBeNull()
  })
})

test('a change is dated by its own date with its precision, otherwise by its day', () => {
  const at = Date.parse('2026-11-20T12:00:00Z')
  expect([formatWhen({ at, date: '2020' }), formatWhen({ at, date: null })]).toEqual([
    expect.stringMatching(/2020$/),
    'on 20 November 2026',
  ])
  expect(formatDay(at)).toBe('20 November 2026')
})

test('old notifications are purged at four in the morning', () => {
  expect(nextSweep(Date.parse('2026-11-22T03:59:59Z'))).toBe(Date.parse('2026-11-22T04:00:00Z'))
  expect(nextSweep(Date.parse('2026-11-22T04:00:00Z'))).toBe(Date.parse('2026-11-23T04:00:00Z'))
})
