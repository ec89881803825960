import { expect, test } from 'vitest'
import { doneInWords } from './WaitingEntry.tsx'

test('a decision is shown with its moderator and reason, if given', () => {
  expect(doneInWords({ action: 'reject', by: 'Mo', reason: 'It is not about this paper' })).toBe(
    'Rejected by Mo (It is not about this paper)',
  )
  expect(doneInWords({ action: 'approve', by: null, reason: null })).toBe('Approved by a former moderator')
})
