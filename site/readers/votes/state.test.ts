import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideVote, type VoteStatus, type VoteType } from './rules.ts'
import { countsShown, evolveVote, startVote, type VoteEvent, type VoteState, voteLabel } from './state.ts'

const counts = { upvotes: 10, downvotes: 3, signedIn: 4 }
const given = (mine: VoteType | null): VoteState => startVote({ mine, counts })
const clicked = (vote: VoteType): VoteEvent => ({ type: 'clicked', vote })
const answered = (status: VoteStatus, upvotes = 10, downvotes = 3): VoteEvent => ({
  type: 'answered',
  status,
  counts: { upvotes, downvotes, signedIn: 4 },
})
const failed: VoteEvent = { type: 'failed' }
const when = (state: VoteState, ...events: VoteEvent[]): VoteState => events.reduce(evolveVote, state)

describe('given no vote', () => {
  test('when a button is clicked, it is selected, counted and sent at once', () => {
    const state = when(given(null), clicked('upvote'))
    expect(state).toMatchObject({ wanted: 'upvote', sent: 'upvote' })
    expect(countsShown(state)).toEqual({ upvotes: 11, downvotes: 3, signedIn: 4 })
    expect(voteLabel(state.wanted)).toBe('Thanks!')
  })

  test('when the server confirms the addition, the vote stays with the server’s counts', () => {
    const state = when(given(null), clicked('downvote'), answered('added', 10, 7))
    expect(state).toMatchObject({ wanted: 'downvote', sent: null })
    expect(countsShown(state)).toEqual({ upvotes: 10, downvotes: 7, signedIn: 4 })
  })

  test('when the server removed the vote (another tab was first), the state is neutral', () => {
    const state = when(given(null), clicked('upvote'), answered('removed', 9))
    expect(state).toMatchObject({ wanted: null, sent: null })
    expect(countsShown(state)).toEqual({ upvotes: 9, downvotes: 3, signedIn: 4 })
    expect(voteLabel(state.wanted)).toBe('Find this paper reliable?')
  })

  test('when the request fails, the state before is restored', () => {
    expect(when(given(null), clicked('upvote'), failed)).toEqual(given(null))
  })

  test('when a response has no counts, the own vote is counted locally', () => {
    const state = when(given(null), clicked('upvote'), { type: 'answered', status: 'added', counts: null })
    expect(countsShown(state)).toEqual({ upvotes: 11, downvotes: 3, signedIn: 4 })
  })
})

describe('given a vote', () => {
  test('when the selected button is clicked, the state is neutral', () => {
    const state = when(given('upvote'), clicked('upvote'))
    expect(state).toMatchObject({ wanted: null, sent: 'upvote' })
    expect(countsShown(state)).toEqual({ upvotes: 9, downvotes: 3, signedIn: 4 })
    expect(when(state, answered('removed', 9))).toMatchObject({ wanted: null, sent: null })
  })

  test('when the other button is clicked, the vote moves', () => {
    const state = when(given('upvote'), clicked('downvote'))
    expect(state).toMatchObject({ wanted: 'downvote', sent: 'downvote' })
    expect(countsShown(state)).toEqual({ upvotes: 9, downvotes: 4, signedIn: 4 })
  })

  test('when moving the vote fails, it returns to where it was', () => {
    expect(when(given('upvote'), clicked('downvote'), failed)).toEqual(given('upvote'))
  })
})

describe('given a pending request', () => {
  const underWay = when(given(null), clicked('upvote'))

  test('when another click follows, nothing is sent until the response arrives', () => {
    const state = when(underWay, clicked('downvote'))
    expect(state).toMatchObject({ wanted: 'downvote', sent: 'upvote' })
    expect(when(state, answered('added', 11))).toMatchObject({ wanted: 'downvote', sent: 'downvote' })
  })

  test('when the vote is withdrawn, the confirmed side is clicked again after the response', () => {
    const state = when(underWay, clicked('upvote'), answered('added', 11))
    expect(state).toMatchObject({ wanted: null, sent: 'upvote' })
    expect(countsShown(state)).toEqual(counts)
  })

  test('when the final state equals the server’s, nothing more is sent', () => {
    const state = when(underWay, clicked('upvote'), clicked('upvote'), answered('added', 11))
    expect(state).toMatchObject({ wanted: 'upvote', sent: null })
  })

  test('when it fails after another click, the last click is still tried', () => {
    const state = when(underWay, clicked('downvote'), failed)
    expect(state).toMatchObject({ wanted: 'downvote', sent: 'downvote' })
    expect(when(state, failed)).toEqual(given(null))
  })
})

test('client and server end with the last click, however clicks and responses interleave', () => {
  const step = fc.constantFrom<VoteType | 'answer'>('upvote', 'downvote', 'answer')
  fc.assert(
    fc.property(fc.constantFrom(null, 'upvote', 'downvote'), fc.array(step, { maxLength: 30 }), (mine, steps) => {
      let server: VoteType | null = mine
      let seen: VoteType | null = mine
      let state = given(mine)
      const answer = () => {
        if (state.sent === null) return
        const { status, next } = decideVote(server, state.sent, false)
        server = next
        state = evolveVote(state, answered(status))
      }
      for (const event of steps) {
        if (event === 'answer') {
          answer()
        } else {
          seen = decideVote(seen, event, false).next
          state = evolveVote(state, clicked(event))
        }
        expect(state.wanted).toBe(seen)
      }
      answer()
      answer()
      expect(state.sent).toBeNull()
      expect(server).toBe(seen)
      expect(state.confirmed.mine).toBe(seen)
    }),
  )
})
