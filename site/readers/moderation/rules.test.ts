import { describe, expect, test } from 'vitest'
import { type Asked, decide, type ModerationAction, type ModerationStatus, type Standing } from './rules.ts'

const waiting: Standing = { status: 'pending', second: null, version: 3, last: null }
const approved: Standing = {
  status: 'approved',
  second: null,
  version: 4,
  last: { action: 'approve', moderator: 'user:ada' },
}
const ask = (action: ModerationAction, more: Partial<Asked> = {}): Asked => ({
  action,
  version: null,
  moderator: 'user:ada',
  ...more,
})

describe('pending entry', () => {
  test.each<[ModerationAction, ModerationStatus]>([
    ['approve', 'approved'],
    ['reject', 'rejected'],
    ['spam', 'spam'],
    ['block', 'spam'],
  ])('a pending entry can be decided: %s makes it %s', (action, status) => {
    expect(decide(waiting, ask(action, { version: 3 }))).toEqual({ kind: 'decided', status, second: null })
    expect(decide(waiting, ask(action))).toEqual({ kind: 'decided', status, second: null })
  })

  test('a pending entry has nothing to undo', () => expect(decide(waiting, ask('undo'))).toEqual({ kind: 'changed' }))

  test.each([1, 2, 4])('a decision based on version %i is a conflict', version =>
    expect(decide(waiting, ask('approve', { version }))).toEqual({ kind: 'changed' }),
  )
})

describe('decided entry', () => {
  test('a decided entry can only be reverted', () => {
    expect(decide(approved, ask('undo', { version: 4 }))).toEqual({ kind: 'decided', status: 'pending', second: null })
    expect(decide(approved, ask('reject', { version: 4 }))).toEqual({ kind: 'changed' })
  })

  test('a repeated decision by the same moderator succeeds after a lost response', () => {
    expect(decide(approved, ask('approve', { version: 3 }))).toEqual({ kind: 'repeated' })
    expect(decide(approved, ask('approve'))).toEqual({ kind: 'repeated' })
  })

  test('any other decision is a conflict', () => {
    expect(decide(approved, ask('approve', { version: 3, moderator: 'user:bob' }))).toEqual({ kind: 'changed' })
    expect(decide(approved, ask('reject', { version: 3 }))).toEqual({ kind: 'changed' })
    expect(decide(approved, ask('approve', { version: 2 }))).toEqual({ kind: 'changed' })
  })
})

describe('approved entry that needs a second approval', () => {
  const wanted: Standing = { ...approved, second: 'wanted' }
  const given: Standing = { ...approved, second: 'given' }

  test('a second approval is accepted and keeps the entry approved', () =>
    expect(decide(wanted, ask('second'))).toEqual({ kind: 'decided', status: 'approved', second: 'given' }))

  test.each([
    ['waits', waiting],
    ['needs none', approved],
    ['has it', given],
  ])('no second approval is accepted while the entry %s', (_, standing) =>
    expect(decide(standing, ask('second', { moderator: 'user:bob' }))).toEqual({ kind: 'changed' }),
  )

  test('undo removes the second approval first, then the first', () => {
    expect(decide(given, ask('undo'))).toEqual({ kind: 'decided', status: 'approved', second: 'wanted' })
    expect(decide(wanted, ask('undo'))).toEqual({ kind: 'decided', status: 'pending', second: null })
  })
})
