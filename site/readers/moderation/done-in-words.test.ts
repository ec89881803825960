import { expect, test } from 'vitest'
import { doneInWords } from './done-in-words.ts'

test('a decision is told with who made it, and why where they said so', () => {
  expect(doneInWords({ action: 'reject', by: 'Mo', reason: 'It is not about this paper' })).toBe(
    'Rejected by Mo (It is not about this paper)',
  )
  expect(doneInWords({ action: 'approve', by: null, reason: null })).toBe('Approved by a former moderator')
})
