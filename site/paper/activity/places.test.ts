import { runTransaction } from '@corroborate/server-kit/database'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { ActivityKind, NewActivity } from './activity.ts'
import { type PlacedActivity, placeActivities, readPlaced } from './places.ts'
import { recordActivity, retractActivity, unnameActivity } from './record-activity.ts'
import { type ActivityTables, activityMigrations } from './tables.ts'

const now = Date.UTC(2026, 10, 25)

const thing = (name: string, kind: ActivityKind = 'retraction'): NewActivity => ({
  doi: storedDoi(`10.1000/${name}`),
  kind,
  key: name,
  at: now,
  date: null,
  by: { name: 'Crossref', href: null },
  label: name,
  outcome: null,
  detail: null,
  path: `/10.1000/${name}`,
})

type Db = Kysely<ActivityTables>

/** Reads on from a cursor until nothing is left, like a polling client. */
const readOn = async (db: Db, after: number, options: { kinds?: ActivityKind[]; at?: number; limit?: number } = {}) => {
  const { kinds = null, at = now, limit = 3 } = options
  await placeActivities(db, at)
  const entries: PlacedActivity[] = []
  for (let place = after; ; ) {
    const page = await readPlaced(db, { after: place, kinds, limit })
    if (page === null) throw new Error('unknown place')
    entries.push(...page.entries)
    place = page.next
    if (!page.more) return { place, entries, names: entries.map(nameOf) }
  }
}

const nameOf = ({ doi, told }: PlacedActivity): string => `${told === null ? '-' : ''}${doi.slice('10.1000/'.length)}`

describeStore<ActivityTables>('the list that programs read on', activityMigrations, (open, { engine }) => {
  test('the event stream has each event once, in pages, and nothing when nothing happened', async () => {
    const db = await open()
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (const [index, name] of names.entries()) await recordActivity(db, thing(name), now + index)
    const first = await readOn(db, 0)
    expect(first.names).toEqual(names)
    expect(await readOn(db, first.place)).toEqual({ place: first.place, entries: [], names: [] })
    await recordActivity(db, thing('h'), now)
    await recordActivity(db, thing('h'), now)
    expect((await readOn(db, first.place)).names).toEqual(['h'])
  })

  test('withdrawals are streamed only for events already streamed, and again for later recurrences', async () => {
    const db = await open()
    await recordActivity(db, thing('never-told'), now)
    await retractActivity(db, 'never-told')
    await recordActivity(db, thing('told'), now)
    const first = await readOn(db, 0)
    expect(first.names).toEqual(['told'])
    await retractActivity(db, 'told')
    const second = await readOn(db, first.place)
    expect([second.names, second.entries[0]?.id]).toEqual([['-told'], first.entries[0]?.id])
    await recordActivity(db, thing('told'), now)
    const third = await readOn(db, second.place)
    expect(third.names).toEqual(['told'])
    expect(third.entries[0]?.id).not.toBe(first.entries[0]?.id)
    await retractActivity(db, 'unknown')
    expect((await readOn(db, third.place)).names).toEqual([])
    // A new reader gets withdrawals, but not the withdrawn activity.
    expect((await readOn(db, 0)).names).toEqual(['-told', 'told'])
  })

  test('events are held back for a minute while moderators can undo them', async () => {
    const db = await open()
    await recordActivity(db, thing('note', 'note-approved'), now)
    await recordActivity(db, thing('report', 'report-approved'), now)
    await recordActivity(db, thing('claim', 'claim'), now)
    const first = await readOn(db, 0, { at: now + 59_999 })
    expect(first.names).toEqual(['claim'])
    await retractActivity(db, 'note')
    expect((await readOn(db, first.place, { at: now + 60_000 })).names).toEqual(['report'])
  })

  test('the event stream is filtered by kind and continues from its overall end', async () => {
    const db = await open()
    for (const name of ['a', 'b', 'c', 'd']) await recordActivity(db, thing(name), now)
    await recordActivity(db, thing('bounty', 'bounty'), now)
    for (const name of ['e', 'f']) await recordActivity(db, thing(name), now + 1)
    const bounties = await readOn(db, 0, { kinds: ['bounty', 'claim'] })
    expect(bounties.names).toEqual(['bounty'])
    expect(bounties.place).toBe((await readOn(db, 0)).place)
    await retractActivity(db, 'bounty')
    await retractActivity(db, 'a')
    expect((await readOn(db, bounties.place, { kinds: ['bounty'] })).names).toEqual(['-bounty'])
  })

  test('an unknown cursor is rejected', async () => {
    const db = await open()
    await recordActivity(db, thing('a'), now)
    const { place } = await readOn(db, 0)
    expect(await readPlaced(db, { after: place + 1, kinds: null, limit: 3 })).toBeNull()
  })

  test('names that were removed are no longer streamed', async () => {
    const db = await open()
    await recordActivity(db, { ...thing('a'), by: { name: 'Ada', href: '/ada' } }, now)
    await unnameActivity(db, 'a', 'a deleted account')
    expect((await readOn(db, 0)).entries[0]?.told?.by).toEqual({ name: 'a deleted account', href: null })
  })

  test.runIf(engine === 'postgres')(
    'no event of a transaction that started earlier and commits later is missed',
    async () => {
      const db = await open()
      const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slow = runTransaction(db, async tx => {
        await recordActivity(tx, thing('slow'), now - 1_000)
        written.resolve()
        await mayCommit.promise
      })
      await written.promise
      await recordActivity(db, thing('fast'), now)
      const first = await readOn(db, 0)
      expect(first.names).toEqual(['fast'])
      mayCommit.resolve()
      await slow
      expect((await readOn(db, first.place)).names).toEqual(['slow'])
    },
  )

  test('every reader gets each event once under concurrent writes and withdrawals', async () => {
    const db = await open()
    const names = Array.from({ length: 8 }, (_, writer) => Array.from({ length: 15 }, (_, n) => `${writer}-${n}`))
    let writing = true
    const write = async (mine: readonly string[]) => {
      for (const [n, name] of mine.entries()) {
        await runTransaction(db, async tx => {
          await recordActivity(tx, thing(name), now)
          if (n % 5 === 4) await retractActivity(tx, mine[n - 2] ?? '')
        })
      }
    }
    const read = async () => {
      const seen: PlacedActivity[] = []
      let place = 0
      for (let last = false; !last; ) {
        last = !writing
        const page = await readOn(db, place)
        seen.push(...page.entries)
        place = page.place
        // On SQLite a read waits for nothing, and would leave the writers no turn.
        await new Promise(setImmediate)
      }
      return seen
    }
    const readers = [read(), read(), read()]
    await Promise.all(names.map(write))
    writing = false
    for (const seen of await Promise.all(readers)) {
      const places = seen.map(({ place }) => place)
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
      const told = seen.filter(({ told }) => told !== null)
      expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
      // A reader's final state equals the current list.
      const back = new Set(seen.filter(({ told }) => told === null).map(({ id }) => id))
      const held = told.filter(({ id }) => !back.has(id)).map(nameOf)
      const there = await db.selectFrom('activity').select('key').execute()
      expect(held.toSorted()).toEqual(there.map(({ key }) => key).toSorted())
    }
  })
})
