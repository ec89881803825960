import { describe, expect, test } from 'vitest'
import type { VoteType } from './rules.ts'
import { beginVote, readStoredVote, storedVoteKey, toStoredVote } from './use-vote.ts'

describe('vote stored in a tab', () => {
  test('the stored vote contains selection and label', () => {
    expect(toStoredVote('downvote')).toEqual({
      upvoteSelected: false,
      downvoteSelected: true,
      labelText: 'Thanks!',
      labelHasThanks: true,
    })
    expect(toStoredVote(null)).toEqual({
      upvoteSelected: false,
      downvoteSelected: false,
      labelText: 'Find this paper reliable?',
      labelHasThanks: false,
    })
  })

  test('the stored vote is per paper', () => {
    expect(storedVoteKey('10.1000/a')).toBe('vote:10.1000/a')
  })

  test.each<VoteType | null>(['upvote', 'downvote', null])('%s is read back', vote => {
    expect(readStoredVote(toStoredVote(vote))).toBe(vote)
  })

  test.each([
    null,
    {},
    { upvoteSelected: true },
    { downvoteSelected: true },
    { upvoteSelected: true, downvoteSelected: 0 },
    { upvoteSelected: 1, downvoteSelected: false },
    { upvoteSelected: true, downvoteSelected: true },
  ])('%j tells nothing', stored => expect(readStoredVote(stored)).toBeUndefined())
})

describe('initial vote box state', () => {
  const votes = { mine: null, counts: { upvotes: 2, downvotes: 0, signedIn: 0 } }
  const upvoted = toStoredVote('upvote')

  test('the server’s state overrides a stale tab', () => {
    expect(beginVote(votes, upvoted, false)).toMatchObject({ wanted: null, confirmed: votes })
  })

  test('the tab’s state overrides an old document shown again', () => {
    expect(beginVote(votes, upvoted, true)).toMatchObject({
      wanted: 'upvote',
      confirmed: { mine: 'upvote', counts: { upvotes: 3, downvotes: 0, signedIn: 0 } },
    })
  })

  test('an old document without a stored vote stays as it is', () => {
    expect(beginVote(votes, null, true)).toMatchObject({ wanted: null, confirmed: votes })
  })
})
