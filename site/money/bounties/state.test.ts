import { describe, expect, test } from 'vitest'
import { newsOf } from './feature.ts'
import { isNearEnd, isOver, type Source, takeFrom } from './sources.ts'
import { type BountyFacts, type BountyState, bountyState, wayOut } from './tables.ts'

const facts: BountyFacts = { hasMoney: false, isHeld: false, owes: false, lastWayOut: null }

describe('bounty state', () => {
  test.each<[string, Partial<BountyFacts>, BountyState]>([
    ['nobody gave to', {}, 'none'],
    ['nobody gave to, of a claimed paper', { isHeld: true }, 'none'],
    ['with money', { hasMoney: true }, 'open'],
    ['with money, of a claimed paper', { hasMoney: true, isHeld: true }, 'held'],
    ['with money left of which some is promised', { hasMoney: true, owes: true }, 'open'],
    ['with money left of which some was paid', { hasMoney: true, lastWayOut: 'paid' }, 'open'],
    ['that somebody gave to again after it was paid', { hasMoney: true, lastWayOut: 'paid', isHeld: true }, 'held'],
    ['all of which is promised', { owes: true }, 'awarded'],
    ['all of which is promised, of a claimed paper', { owes: true, isHeld: true }, 'awarded'],
    ['of which some is paid and the rest promised', { owes: true, lastWayOut: 'paid' }, 'awarded'],
    ['all of which is paid', { lastWayOut: 'paid' }, 'paid'],
    ['the last of which was given back', { lastWayOut: 'refunded' }, 'refunded'],
    ['the last of which was not awarded in time', { lastWayOut: 'expired' }, 'expired'],
  ])('state of a bounty %s', (_, given, state) => expect(bountyState({ ...facts, ...given })).toBe(state))

  test.each([
    ['payout', null, 'paid'],
    ['payout', 'expiry', 'paid'],
    ['refund', null, 'refunded'],
    ['refund', 'refund', 'refunded'],
    ['refund', 'expiry', 'expired'],
    ['expiry', 'expiry', 'expired'],
    ['expiry', 'refund', 'refunded'],
    ['award', null, null],
  ] as const)('a bounty whose last entry was %s, because of %s, is %s', (kind, reason, way) =>
    expect(wayOut(kind, reason)).toBe(way),
  )

  test.each([
    ['open', 'held', { contributors: 'held', claimants: 'held-for-you' }],
    ['held', 'open', { contributors: 'open-again', claimants: null }],
    ['none', 'open', null],
    ['open', 'awarded', null],
    ['held', 'expired', { contributors: null, claimants: 'gone' }],
    ['awarded', 'paid', null],
  ] as const)('the change from %s to %s sends %j', (from, to, news) => expect(newsOf(from, to)).toEqual(news))
})

describe('awarded money', () => {
  const source = (id: string, since: number, left: number, currency = 'usd'): Source => ({
    kind: 'contribution',
    id,
    since,
    left,
    currency,
  })

  test('an award takes the oldest money first, in its currency, and none that was charged back', () => {
    const sources = [source('c', 3, 50), source('a', 1, 20), source('b', 2, -10), source('e', 0, 99, 'eur')]
    const taken = (amount: number) =>
      takeFrom(sources, { amount, currency: 'usd' }).map(({ id, amount }) => [id, amount])
    expect(taken(15)).toEqual([['a', 15]])
    expect(taken(30)).toEqual([
      ['a', 20],
      ['c', 10],
    ])
    expect(taken(90)).toEqual([
      ['a', 20],
      ['c', 50],
    ])
  })

  test('an award takes money of the same moment in a stable order', () => {
    const [a, b] = [source('a', 1, 20), source('b', 1, 20)]
    for (const sources of [
      [a, b],
      [b, a],
    ])
      expect(takeFrom(sources, { amount: 30, currency: 'usd' }).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  const day = 24 * 60 * 60_000
  test.each([
    [365, 335, true],
    [364, 335, false],
    [365, null, false],
    [366, 353, false],
    [367, 353, true],
  ])('on day %i with a warning on day %j, money expires: %j', (now, warned, goes) =>
    expect(isOver(source('a', 0, 1), warned === null ? null : warned * day, now * day)).toBe(goes),
  )

  test.each([
    [1, 334, false],
    [1, 335, true],
    [1, 400, true],
    [0, 400, false],
    [-1, 400, false],
  ])('with %i left on day %i, an expiry warning is sent: %j', (left, now, tells) =>
    expect(isNearEnd(source('a', 0, left), now * day)).toBe(tells),
  )

  test.each([0, -1])('a contribution with %i left does not expire', left =>
    expect(isOver(source('a', 0, left), 0, 400 * day)).toBe(false),
  )

  test('money from the pool expires without a warning', () =>
    expect(isOver({ ...source('a', 0, 1), kind: 'top-up' }, null, 365 * day)).toBe(true))
})
