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

describe('an entry that waits', () => {
  test.each<[ModerationAction, ModerationStatus]>([
    ['approve', 'approved'],
    ['reject', 'rejected'],
    ['spam', 'spam'],
    ['block', 'spam'],
  ])('can be decided about: %s makes it %s', (action, status) => {
    expect(decide(waiting, ask(action, { version: 3 }))).toEqual({ kind: 'decided', status, second: null })
    expect(decide(waiting, ask(action))).toEqual({ kind: 'decided', status, second: null })
  })

  test('has nothing to undo', () => expect(decide(waiting, ask('undo'))).toEqual({ kind: 'changed' }))

  test.each([1, 2, 4])('is not decided about by who looked at version %i', version =>
    expect(decide(waiting, ask('approve', { version }))).toEqual({ kind: 'changed' }),
  )
})

describe('an entry that is decided', () => {
  test('can only be put back', () => {
    expect(decide(approved, ask('undo', { version: 4 }))).toEqual({ kind: 'decided', status: 'pending', second: null })
    expect(decide(approved, ask('reject', { version: 4 }))).toEqual({ kind: 'changed' })
  })

  test('is as its moderator wanted it when the answer was lost and the call comes again', () => {
    expect(decide(approved, ask('approve', { version: 3 }))).toEqual({ kind: 'repeated' })
    expect(decide(approved, ask('approve'))).toEqual({ kind: 'repeated' })
  })

  test('has changed for everybody else, and for who wanted something else', () => {
    expect(decide(approved, ask('approve', { version: 3, moderator: 'user:bob' }))).toEqual({ kind: 'changed' })
    expect(decide(approved, ask('reject', { version: 3 }))).toEqual({ kind: 'changed' })
    expect(decide(approved, ask('approve', { version: 2 }))).toEqual({ kind: 'changed' })
  })
})

describe('an approved entry that counts only with a second approval', () => {
  const wanted: Standing = { ...approved, second: 'wanted' }
  const given: Standing = { ...approved, second: 'given' }

  test('takes one, and stays approved', () =>
    expect(decide(wanted, ask('second'))).toEqual({ kind: 'decided', status: 'approved', second: 'given' }))

  test.each([
    ['waits', waiting],
    ['needs none', approved],
    ['has it', given],
  ])('takes none while it %s', (_, standing) =>
    expect(decide(standing, ask('second', { moderator: 'user:bob' }))).toEqual({ kind: 'changed' }),
  )

  test('loses the second approval first, then the first', () => {
    expect(decide(given, ask('undo'))).toEqual({ kind: 'decided', status: 'approved', second: 'wanted' })
    expect(decide(wanted, ask('undo'))).toEqual({ kind: 'decided', status: 'pending', second: null })
  })
})
