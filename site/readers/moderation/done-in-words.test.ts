import { expect, test } from 'vitest'
import { formatDecision } from './WaitingEntry.tsx'

test('a decision is shown with its moderator and reason, if given', () => {
  expect(formatDecision({ action: 'reject', by: 'Mo', reason: 'It is not about this paper' })).toBe(
    'Rejected by Mo (It is not about this paper)',
  )
  expect(formatDecision({ action: 'approve', by: null, reason: null })).toBe('Approved by a former moderator')
})
