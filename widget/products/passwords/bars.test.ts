import { expect, test } from 'vitest'
import { barsOf } from './NewPasswordForm.tsx'

test.each([
  [0, 1, 'weak', 'veryWeak'],
  [1, 1, 'weak', 'veryWeak'],
  [2, 2, 'weak', 'weak'],
  [3, 3, 'good', 'good'],
  [4, 4, 'good', 'strong'],
])('a score of %d fills %d bars styled %s', (score, filled, tone, word) => {
  expect(barsOf(score)).toEqual({ filled, tone, word })
})
