import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tallyOf } from './tally.ts'

const counts = (upvotes: number, downvotes: number, signedIn = 0) => ({ upvotes, downvotes, signedIn })

test('a paper without votes invites the first', () => {
  expect(tallyOf(counts(0, 0))).toMatchObject({ share: 'No votes yet. Yours would be the first.', people: null })
})

test('under five votes no percentage is shown, and the bar has five slots', () => {
  expect(tallyOf(counts(2, 1, 1))).toEqual({
    bar: [
      { side: 'reliable', start: 0, length: 40 },
      { side: 'not-reliable', start: 40, length: 20 },
    ],
    reliable: '2 reliable',
    notReliable: '1 not reliable',
    share: '3 votes so far; a share is shown from 5.',
    people: '1 signed in, 2 anonymous',
  })
  expect(tallyOf(counts(1, 0)).share).toBe('1 vote so far; a share is shown from 5.')
})

test('from five votes on the percentage is shown with n', () => {
  expect(tallyOf(counts(34, 9, 21))).toMatchObject({
    share: '79% of 43 find it reliable.',
    people: '21 signed in, 22 anonymous',
  })
  expect(tallyOf(counts(4, 1)).share).toBe('80% of 5 find it reliable.')
  expect(tallyOf(counts(12, 0)).share).toBe('100% of 12 find it reliable.')
  expect(tallyOf(counts(0, 12)).share).toBe('0% of 12 find it reliable.')
  expect(tallyOf(counts(1, 999)).share).toBe('1% of 1,000 find it reliable.')
  expect(tallyOf(counts(999, 1)).share).toBe('99% of 1,000 find it reliable.')
  expect(tallyOf(counts(12_345, 0)).reliable).toBe('12,345 reliable')
})

test('bar segments are adjacent and within the bar', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e6), (upvotes, downvotes) => {
      const [up, down] = tallyOf(counts(upvotes, downvotes)).bar
      expect(down?.start).toBe(up?.length)
      expect((down?.start ?? 0) + (down?.length ?? 0)).toBeLessThanOrEqual(100.11)
    }),
  )
})
