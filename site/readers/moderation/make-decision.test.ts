import { outboxMigrations } from '@corroborate/server-kit/outbox'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { Person } from '../../kit/people/index.ts'
import { type Decision, type DecisionTables, makeDecision } from './make-decision.ts'
import type { Settled } from './moderated.ts'
import { moveWriter, requireMayWrite } from './people.ts'
import type { ModerationAction } from './rules.ts'
import {
  blocksMigration,
  type ModerationTables,
  moderationMigration,
  readEntryStatuses,
  revise,
  secondLookMigration,
  submit,
  toldMigration,
  withdraw,
} from './store.ts'

const migrations = [moderationMigration, blocksMigration, secondLookMigration, toldMigration, ...outboxMigrations]
const doi = storedDoi('10.1000/moderated')
const at = Date.UTC(2026, 10, 22)

/** Kind of entry that only records its calls. */
const recording = () => {
  const settled: Settled[] = []
  const kinds = {
    comment: {
      kind: 'comment' as const,
      read: async () => new Map(),
      settle: async (_: unknown, change: Settled) => void settled.push(change),
    },
  }
  return { settled, kinds }
}

const write = (db: Kysely<ModerationTables>, id: string, writer = 'visitor:one', now = at) =>
  db.transaction().execute(tx => submit(tx, { kind: 'comment', id, doi, writer, locale: 'en', signals: [], now }))

const asked = (id: string, action: ModerationAction, more: Partial<Decision> = {}): Decision => ({
  kind: 'comment',
  id,
  action,
  version: null,
  moderator: 'user:ada',
  reason: null,
  message: null,
  ...more,
})

describeStore<DecisionTables>('decisions', migrations, open => {
  test('a decision is logged, updates the entry’s state, and notifies its feature', async () => {
    const db = await open()
    const { settled, kinds } = recording()
    await write(db, 'a')
    const refusal = asked('a', 'reject', { version: 1, reason: 'off-topic', message: 'Try the other paper.' })
    expect(await makeDecision(db, kinds, refusal, at + 1)).toEqual({ kind: 'decided', status: 'rejected', version: 2 })
    expect((await readEntryStatuses(db, 'comment', ['a'])).get('a')).toEqual({
      status: 'rejected',
      version: 2,
      reason: 'off-topic',
      message: 'Try the other paper.',
      decidedAt: at + 1,
    })
    expect(settled).toEqual([{ id: 'a', doi, from: 'pending', to: 'rejected', isSeconded: false, at: at + 1 }])
    expect(await db.selectFrom('moderation_log').selectAll().execute()).toEqual([
      {
        kind: 'comment',
        item: 'a',
        version: 1,
        action: 'reject',
        reason: 'off-topic',
        message: 'Try the other paper.',
        moderator: 'user:ada',
        at: at + 1,
        month: '2026-11',
        along_with: null,
      },
    ])
  })

  test('a decision can be undone, and the log keeps both', async () => {
    const db = await open()
    const { settled, kinds } = recording()
    await write(db, 'a')
    await makeDecision(db, kinds, asked('a', 'approve'), at)
    expect(await makeDecision(db, kinds, asked('a', 'undo', { version: 2, moderator: 'user:bob' }), at)).toEqual({
      kind: 'decided',
      status: 'pending',
      version: 3,
    })
    expect(settled.map(({ from, to }) => [from, to])).toEqual([
      ['pending', 'approved'],
      ['approved', 'pending'],
    ])
    const log = await db.selectFrom('moderation_log').select(['version', 'action']).orderBy('version').execute()
    expect(log).toEqual([
      { version: 1, action: 'approve' },
      { version: 2, action: 'undo' },
    ])
  })

  test('undoing or approving sends no message to the author', async () => {
    const db = await open()
    const { kinds } = recording()
    await write(db, 'a')
    const said = { reason: 'off-topic', message: 'Try the other paper.' } as const
    for (const [action, status, decidedAt] of [
      ['approve', 'approved', at],
      ['undo', 'pending', null],
    ] as const) {
      await makeDecision(db, kinds, asked('a', action, said), at)
      const standing = (await readEntryStatuses(db, 'comment', ['a'])).get('a')
      expect(standing).toMatchObject({ status, reason: null, message: null, decidedAt })
    }
  })

  test('blocking marks an entry as spam even if the author’s account is gone', async () => {
    const db = await open()
    const { kinds } = recording()
    await write(db, 'a')
    await db.updateTable('moderation_items').set({ writer: null }).execute()
    expect(await makeDecision(db, kinds, asked('a', 'block'), at)).toMatchObject({ kind: 'decided', status: 'spam' })
    expect(await db.selectFrom('blocked_writers').selectAll().execute()).toEqual([])
  })

  test('of two concurrent decisions one succeeds and the other gets a conflict', async () => {
    const db = await open()
    const { settled, kinds } = recording()
    await write(db, 'a')
    const moderators = Array.from({ length: 8 }, (_, n) => `user:${n}`)
    const outcomes = await Promise.all(
      moderators.map((moderator, n) =>
        makeDecision(db, kinds, asked('a', n % 2 === 0 ? 'approve' : 'reject', { version: 1, moderator }), at),
      ),
    )
    expect(outcomes.filter(({ kind }) => kind === 'decided')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'changed')).toHaveLength(7)
    expect(settled).toHaveLength(1)
    expect(await db.selectFrom('moderation_log').selectAll().execute()).toHaveLength(1)
  })

  test('a repeated decision is applied once', async () => {
    const db = await open()
    const { settled, kinds } = recording()
    await write(db, 'a')
    const twice = [1, 2].map(() => makeDecision(db, kinds, asked('a', 'approve', { version: 1 }), at))
    expect((await Promise.all(twice)).map(({ kind }) => kind).sort()).toEqual(['decided', 'repeated'])
    expect(settled).toHaveLength(1)
  })

  test('a decision on a missing entry changes nothing', async () => {
    const db = await open()
    const { kinds } = recording()
    expect(await makeDecision(db, kinds, asked('nothing', 'approve'), at)).toEqual({ kind: 'unknown' })
    expect(await db.selectFrom('moderation_log').selectAll().execute()).toEqual([])
  })

  test('a rolled-back decision leaves no traces', async () => {
    const db = await open()
    await write(db, 'a')
    const kinds = {
      comment: {
        kind: 'comment' as const,
        read: async () => new Map(),
        settle: async () => {
          throw new Error('the power went')
        },
      },
    }
    await expect(makeDecision(db, kinds, asked('a', 'approve'), at)).rejects.toThrow('the power went')
    expect((await readEntryStatuses(db, 'comment', ['a'])).get('a')).toMatchObject({ status: 'pending', version: 1 })
    expect(await db.selectFrom('moderation_log').selectAll().execute()).toEqual([])
  })

  describe('author edits during moderation', () => {
    const edit = (db: Kysely<ModerationTables>, version: number | null = null) =>
      db
        .transaction()
        .execute(tx =>
          revise(tx, { kind: 'comment', id: 'a', version, signals: [{ words: 'x', weight: 2 }], now: at + 9 }),
        )

    test('an edit creates a new version, and moderators viewing the old one get a conflict', async () => {
      const db = await open()
      const { kinds } = recording()
      await write(db, 'a')
      expect(await edit(db, 1)).toBe('done')
      const row = await db.selectFrom('moderation_items').select('waiting_since').executeTakeFirst()
      expect(row?.waiting_since, 'it keeps its place in the queue').toBe(at)
      expect(await makeDecision(db, kinds, asked('a', 'approve', { version: 1 }), at)).toMatchObject({
        kind: 'changed',
      })
      expect(await edit(db, 1)).toBe('changed')
      expect(await makeDecision(db, kinds, asked('a', 'approve', { version: 2 }), at)).toMatchObject({
        kind: 'decided',
      })
      expect(await edit(db)).toBe('closed')
    })

    test('a rejected entry becomes pending again when edited, and spam does not', async () => {
      const db = await open()
      const { kinds } = recording()
      await write(db, 'a')
      await makeDecision(db, kinds, asked('a', 'reject', { reason: 'duplicate' }), at)
      expect(await edit(db)).toBe('done')
      const row = await db.selectFrom('moderation_items').selectAll().executeTakeFirst()
      expect(row).toMatchObject({ status: 'pending', reason: null, waiting_since: at + 9, score: 2, version: 3 })
      await makeDecision(db, kinds, asked('a', 'spam'), at)
      expect(await edit(db)).toBe('closed')
    })

    test('an entry can be withdrawn until approved', async () => {
      const db = await open()
      const { kinds } = recording()
      const take = (id: string) => db.transaction().execute(tx => withdraw(tx, { kind: 'comment', id }))
      await write(db, 'a')
      await write(db, 'b')
      await makeDecision(db, kinds, asked('b', 'approve'), at)
      expect([await take('a'), await take('a'), await take('b')]).toEqual(['done', 'gone', 'closed'])
      expect(await makeDecision(db, kinds, asked('a', 'approve'), at)).toEqual({ kind: 'unknown' })
    })
  })

  test('blocking an author marks all their entries as spam and blocks writing until undone', async () => {
    const db = await open()
    const { settled, kinds } = recording()
    const writer = { key: 'visitor:troll', signedIn: false } as const
    for (const id of ['a', 'b', 'c']) await write(db, id, writer.key)
    await write(db, 'other')
    await makeDecision(db, kinds, asked('a', 'approve'), at)
    expect(await makeDecision(db, kinds, asked('b', 'block', { reason: 'promotion' }), at)).toMatchObject({
      status: 'spam',
    })
    const statuses = [...(await readEntryStatuses(db, 'comment', ['a', 'b', 'c', 'other']))]
    expect(Object.fromEntries(statuses.map(([id, { status }]) => [id, status]))).toEqual({
      a: 'approved',
      b: 'spam',
      c: 'spam',
      other: 'pending',
    })
    expect(settled.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    await expect(requireMayWrite(db, writer)).rejects.toMatchObject({ status: 403 })
    await makeDecision(db, kinds, asked('b', 'undo'), at)
    await requireMayWrite(db, writer)
  })

  test('an author blocked by two moderators stays blocked until both undo', async () => {
    const db = await open()
    const { kinds } = recording()
    const writer = { key: 'visitor:troll', signedIn: false } as const
    for (const id of ['a', 'b']) await write(db, id, writer.key)
    await makeDecision(db, kinds, asked('b', 'approve'), at)
    await makeDecision(db, kinds, asked('a', 'block', { moderator: 'user:ada' }), at)
    await makeDecision(db, kinds, asked('b', 'undo', { moderator: 'user:bob' }), at)
    await makeDecision(db, kinds, asked('b', 'block', { moderator: 'user:bob' }), at)
    await makeDecision(db, kinds, asked('a', 'undo'), at)
    await expect(requireMayWrite(db, writer)).rejects.toMatchObject({ status: 403 })
    const account = { key: 'user:troll', signedIn: true } as Person
    await moveWriter(db, writer, account)
    await expect(requireMayWrite(db, account)).rejects.toMatchObject({ status: 403 })
    await makeDecision(db, kinds, asked('b', 'undo'), at)
    await requireMayWrite(db, account)
  })

  test('a block can be undone after its entry was withdrawn', async () => {
    const db = await open()
    const { kinds } = recording()
    const writer = { key: 'visitor:troll', signedIn: false } as const
    for (const id of ['a', 'b', 'c']) await write(db, id, writer.key)
    await makeDecision(db, kinds, asked('a', 'block'), at)
    for (const id of ['a', 'b']) await db.transaction().execute(tx => withdraw(tx, { kind: 'comment', id }))
    expect(await makeDecision(db, kinds, asked('b', 'undo'), at)).toEqual({ kind: 'unknown' })
    expect(await makeDecision(db, kinds, asked('a', 'approve'), at)).toEqual({ kind: 'unknown' })
    await expect(requireMayWrite(db, writer)).rejects.toMatchObject({ status: 403 })
    expect(await makeDecision(db, kinds, asked('a', 'undo', { version: 2, moderator: 'user:bob' }), at)).toMatchObject({
      kind: 'decided',
      version: 3,
    })
    await requireMayWrite(db, writer)
    expect((await readEntryStatuses(db, 'comment', ['c'])).get('c')).toMatchObject({ status: 'pending' })
    const log = db.selectFrom('moderation_log').select(['version', 'action', 'moderator']).where('item', '=', 'a')
    expect(await log.orderBy('version').execute()).toEqual([
      { version: 1, action: 'block', moderator: 'user:ada' },
      { version: 2, action: 'undo', moderator: 'user:bob' },
    ])
    expect(await makeDecision(db, kinds, asked('a', 'undo'), at)).toEqual({ kind: 'unknown' })
  })

  test('undoing a block restores what it marked as spam, not separate or later decisions', async () => {
    const db = await open()
    const { settled, kinds } = recording()
    const statuses = async () =>
      Object.fromEntries(
        [...(await readEntryStatuses(db, 'comment', ['alone', 'block', 'taken', 'since']))].map(([id, { status }]) => [
          id,
          status,
        ]),
      )
    for (const id of ['alone', 'block', 'taken', 'since']) await write(db, id, 'visitor:troll')
    await makeDecision(db, kinds, asked('alone', 'spam'), at)
    await makeDecision(db, kinds, asked('block', 'block', { reason: 'promotion' }), at)
    await makeDecision(db, kinds, asked('since', 'undo'), at)
    await makeDecision(db, kinds, asked('since', 'spam'), at)
    expect(await statuses()).toEqual({ alone: 'spam', block: 'spam', taken: 'spam', since: 'spam' })
    settled.length = 0
    await makeDecision(db, kinds, asked('block', 'undo', { moderator: 'user:bob' }), at)
    expect(await statuses()).toEqual({ alone: 'spam', block: 'pending', taken: 'pending', since: 'spam' })
    expect(settled.map(({ id, from, to }) => [id, from, to])).toEqual([
      ['block', 'spam', 'pending'],
      ['taken', 'spam', 'pending'],
    ])
    const log = await db
      .selectFrom('moderation_log')
      .selectAll()
      .where('item', '=', 'taken')
      .orderBy('version')
      .execute()
    expect(log).toMatchObject([
      { action: 'spam', reason: 'promotion', moderator: 'user:ada', along_with: 'comment:block:1' },
      { action: 'undo', reason: null, moderator: 'user:bob', along_with: 'comment:block:2' },
    ])
    // Blocked and undone again, it takes and gives back the same.
    await makeDecision(db, kinds, asked('block', 'block'), at)
    await makeDecision(db, kinds, asked('block', 'undo'), at)
    expect(await statuses()).toEqual({ alone: 'spam', block: 'pending', taken: 'pending', since: 'spam' })
  })
})
