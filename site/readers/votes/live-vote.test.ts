import { expect, test } from 'vitest'
import { startVote, type VoteEvent } from './state.ts'
import { createLiveVote } from './use-vote.ts'

const votes = { mine: null, counts: { upvotes: 3, downvotes: 1, signedIn: 0 } }

/** Store whose requests the test resolves manually. */
const openStore = () => {
  const calls: { vote: string; answer: (event: VoteEvent) => void }[] = []
  const kept: (string | null)[] = []
  const store = createLiveVote({
    votes,
    begin: () => startVote(votes),
    cast: vote => new Promise(answer => calls.push({ vote, answer })),
    keep: ({ wanted }) => kept.push(wanted),
  })
  return { store, calls, kept }
}
const answered = { type: 'answered', status: 'added', counts: null } as const

test('a click is shown at once, stored, and announced to every listener', () => {
  const { store, kept } = openStore()
  let heard = 0
  const stop = store.subscribe(() => heard++)
  store.click('upvote')
  expect(store.state().wanted).toBe('upvote')
  expect(kept).toEqual(['upvote'])
  stop()
  store.click('upvote')
  expect(heard).toBe(1)
})

test('one request runs at a time, and the last click is sent after it', async () => {
  const { store, calls } = openStore()
  store.click('upvote')
  store.click('downvote')
  expect(calls.map(({ vote }) => vote)).toEqual(['upvote'])
  calls[0]?.answer(answered)
  await expect.poll(() => calls.map(({ vote }) => vote)).toEqual(['upvote', 'downvote'])
})

test('a failed request restores the earlier state', async () => {
  const { store, calls } = openStore()
  store.click('upvote')
  calls[0]?.answer({ type: 'failed' })
  await expect.poll(() => store.state().wanted).toBeNull()
})

test('the server-rendered state stays the same object despite clicks', () => {
  const { store } = openStore()
  const sent = store.sent()
  store.click('upvote')
  expect(store.sent()).toBe(sent)
  expect(sent.wanted).toBeNull()
})
