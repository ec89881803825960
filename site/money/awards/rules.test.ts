import { describe, expect, test } from 'vitest'
import { decideOn, isHeldFromOthers, type ProposalAction, partIn, type Verdict } from './rules.ts'

const waiting = { state: 'waiting', version: 3, proposed_by: 'user:mo', decided_by: null } as const
const confirmed = { ...waiting, state: 'confirmed', version: 4, decided_by: 'user:max' } as const
const rejected = { ...confirmed, state: 'rejected' } as const

describe('award proposal', () => {
  test.each<[string, ProposalAction, string, number, Parameters<typeof decideOn>[0], Verdict]>([
    ['is confirmed by another', 'confirm', 'user:max', 3, waiting, { kind: 'decided', state: 'confirmed' }],
    ['is rejected by another', 'reject', 'user:max', 3, waiting, { kind: 'decided', state: 'rejected' }],
    ['is taken back by who made it', 'take-back', 'user:mo', 3, waiting, { kind: 'decided', state: 'rejected' }],
    ['is not confirmed by who made it', 'confirm', 'user:mo', 3, waiting, { kind: 'same-person' }],
    ['is not rejected by who made it', 'reject', 'user:mo', 3, waiting, { kind: 'same-person' }],
    ['is not taken back by another', 'take-back', 'user:max', 3, waiting, { kind: 'same-person' }],
    ['is not decided as it was before', 'confirm', 'user:max', 2, waiting, { kind: 'changed' }],
    ['is not decided as it is not yet', 'confirm', 'user:max', 4, waiting, { kind: 'changed' }],
    ['of nobody is not confirmed', 'confirm', 'user:max', 3, { ...waiting, proposed_by: null }, { kind: 'nobodys' }],
    [
      'of nobody is rejected',
      'reject',
      'user:max',
      3,
      { ...waiting, proposed_by: null },
      { kind: 'decided', state: 'rejected' },
    ],
    ['is confirmed twice by one', 'confirm', 'user:max', 3, confirmed, { kind: 'repeated' }],
    ['is rejected twice by one', 'reject', 'user:max', 3, rejected, { kind: 'repeated' }],
    ['that another confirmed is not confirmed', 'confirm', 'user:mia', 3, confirmed, { kind: 'changed' }],
    ['that they confirmed is not rejected', 'reject', 'user:max', 3, confirmed, { kind: 'changed' }],
    ['that they rejected is not confirmed', 'confirm', 'user:max', 3, rejected, { kind: 'changed' }],
    ['that they confirmed is not confirmed anew', 'confirm', 'user:max', 4, confirmed, { kind: 'changed' }],
    [
      'that waits was rejected by nobody',
      'reject',
      'user:max',
      2,
      { ...waiting, decided_by: 'user:max' },
      { kind: 'changed' },
    ],
  ])('an award proposal %s', (_, action, moderator, version, proposal, verdict) =>
    expect(decideOn(proposal, { action, moderator, version })).toEqual(verdict),
  )
})

describe('moderator conflicts of interest', () => {
  const none = { wroteReport: false, hasPaid: false, hasClaimed: false }
  test.each([
    ['no part', {}, null],
    ['a report', { wroteReport: true }, 'You wrote'],
    ['money', { hasPaid: true }, 'You contributed'],
    ['a claim', { hasClaimed: true }, 'You claimed'],
  ] as const)('a moderator with %s in a bounty', (_, ties, words) => {
    const said = partIn({ ...none, ...ties })
    expect(said === null ? null : said.slice(0, words?.length)).toBe(words)
  })
})

describe('claimed bounty', () => {
  const hold = (claimant: string) => ({ claimant }) as Parameters<typeof isHeldFromOthers>[0][number]
  test.each([
    [[], 'user:rita', false],
    [['user:rita'], 'user:rita', false],
    [['user:kim', 'user:rita'], 'user:rita', false],
    [['user:kim'], 'user:rita', true],
    [['user:kim', 'user:otto'], 'user:rita', true],
  ] as const)('a bounty claimed by %j is reserved against %s: %j', (claimants, reporter, held) =>
    expect(isHeldFromOthers(claimants.map(hold), reporter)).toBe(held),
  )
})
