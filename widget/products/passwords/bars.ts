/** Display of a strength score. Green is only for passwords accepted by the project. */
export type Bars = { filled: 1 | 2 | 3 | 4; tone: 'weak' | 'good'; word: 'veryWeak' | 'weak' | 'good' | 'strong' }

/** Four bars for zxcvbn's score from 0 to 4 (SPEC §5). */
export const barsOf = (score: number): Bars => {
  if (score >= 4) return { filled: 4, tone: 'good', word: 'strong' }
  if (score >= 3) return { filled: 3, tone: 'good', word: 'good' }
  if (score >= 2) return { filled: 2, tone: 'weak', word: 'weak' }
  return { filled: 1, tone: 'weak', word: 'veryWeak' }
}
