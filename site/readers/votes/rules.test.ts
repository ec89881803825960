import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideVote, type VoteType } from './rules.ts'

describe('person without a vote', () => {
  test.each<[VoteType, object]>([
    ['upvote', { upvotes: 1, downvotes: 0, signedIn: 0 }],
    ['downvote', { upvotes: 0, downvotes: 1, signedIn: 0 }],
  ])('a click on %s adds a vote', (clicked, change) => {
    expect(decideVote(null, clicked, false)).toEqual({ status: 'added', next: clicked, change })
  })

  test('a signed-in person’s vote is counted as such', () => {
    expect(decideVote(null, 'upvote', true).change.signedIn).toBe(1)
  })
})

describe('person with a vote', () => {
  test('a click on the selected side withdraws the vote', () => {
    expect(decideVote('upvote', 'upvote', true)).toEqual({
      status: 'removed',
      next: null,
      change: { upvotes: -1, downvotes: 0, signedIn: -1 },
    })
  })

  test('a click on the other side moves the vote without double counting', () => {
    expect(decideVote('upvote', 'downvote', true)).toEqual({
      status: 'changed',
      next: 'downvote',
      change: { upvotes: -1, downvotes: 1, signedIn: 0 },
    })
  })
})

describe('explicit vote request', () => {
  test.each<[VoteType | null, VoteType | null, string]>([
    [null, 'upvote', 'added'],
    ['upvote', 'upvote', 'changed'],
    ['downvote', 'upvote', 'changed'],
    ['upvote', null, 'removed'],
    [null, null, 'removed'],
  ])('with %s stored, requesting %s results in %s', (current, wanted, status) => {
    expect(decideVote(current, { wanted }, true)).toMatchObject({ next: wanted, status })
  })

  test('requesting the current vote counts nothing twice', () => {
    expect(decideVote('upvote', { wanted: 'upvote' }, true).change).toEqual({ upvotes: 0, downvotes: 0, signedIn: 0 })
  })
})

test('counts match the stored vote after any clicks', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom<VoteType>('upvote', 'downvote')), fc.boolean(), (clicks, signedIn) => {
      let vote: VoteType | null = null
      const counts = { upvotes: 0, downvotes: 0, signedIn: 0 }
      for (const click of clicks) {
        const decision = decideVote(vote, click, signedIn)
        vote = decision.next
        counts.upvotes += decision.change.upvotes
        counts.downvotes += decision.change.downvotes
        counts.signedIn += decision.change.signedIn
      }
      expect(counts).toEqual({
        upvotes: vote === 'upvote' ? 1 : 0,
        downvotes: vote === 'downvote' ? 1 : 0,
        signedIn: vote !== null && signedIn ? 1 : 0,
      })
    }),
  )
})
