import { describe, expect, test } from 'vitest'
import {
  type ClaimState,
  claimFor,
  claimState,
  isRenewable,
  remindBefore,
  renewableFor,
  settledClaim,
} from './rules.ts'

const day = 24 * 60 * 60_000
const now = 1_000 * day

test('a claim lasts 90 days, is renewable in its last 30, and its reminder is due 7 days before the end', () =>
  expect([claimFor, renewableFor, remindBefore]).toEqual([90 * day, 30 * day, 7 * day]))

describe('claim state', () => {
  const claim = { end: null, until: now + 1, approvedAt: null }
  test.each<[string, Parameters<typeof claimState>[0], ClaimState]>([
    ['before a moderator has looked', claim, 'waiting'],
    ['once one has approved it', { ...claim, approvedAt: 1 }, 'standing'],
    ['from its last moment on', { ...claim, until: now, approvedAt: 1 }, 'lapsed'],
    ['when nobody has looked until then', { ...claim, until: now - 1 }, 'lapsed'],
    ['when its claimant took it back, though its date has not come', { ...claim, end: 'withdrawn' }, 'withdrawn'],
    ['when they have reported, though its date has passed', { ...claim, until: 1, end: 'reported' }, 'reported'],
  ])('claim state %s', (_, given, state) => expect(claimState(given, now)).toBe(state))
})

test.each([
  [30 * day + 1, false],
  [30 * day, true],
  [1, true],
  [0, false],
  [-1, false],
])('a claim ending in %i ms is renewable: %s', (left, can) => expect(isRenewable({ until: now + left }, now)).toBe(can))

test.each([
  ['approved', { approved_at: 5, end: null, live: 1 }],
  ['pending', { approved_at: null, end: null, live: 1 }],
  ['rejected', { approved_at: null, end: 'rejected', live: 0 }],
  ['spam', { approved_at: null, end: 'rejected', live: 0 }],
] as const)('the decision %s sets a claim to %j', (to, claim) => expect(settledClaim(to, 5)).toEqual(claim))
