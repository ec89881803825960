import type { Outcome, Result } from './report.ts'

const words: Readonly<Record<Outcome, string>> = {
  success: 'Reproduced',
  partial: 'Partly reproduced',
  failed: 'Not reproduced',
  unclear: 'Unclear whether it can be reproduced',
}

/** The same as it heads a report: "Partly reproduced: 2 of 5 results differ". */
export const outcomeHeadline = (outcome: Outcome, results: readonly Pick<Result, 'verdict'>[]): string => {
  const counts = countsIn(outcome, results)
  return counts === null ? words[outcome] : `${words[outcome]}: ${counts}`
}

const countsIn = (outcome: Outcome, results: readonly Pick<Result, 'verdict'>[]): string | null => {
  const all = results.length
  const same = results.filter(({ verdict }) => verdict === 'same').length
  const differ = results.filter(({ verdict }) => verdict === 'differs').length
  // Identical rows don't show other deviations.
  if (all === 0 || (same === all && outcome !== 'success')) return null
  if (same === all) return all === 1 ? 'the one result is the same' : `all ${all} results are the same`
  if (differ > 0)
    return `${differ} of ${all} ${all === 1 ? 'result' : 'results'} ${differ === 1 ? 'differs' : 'differ'}`
  return `${same} of ${all} results ${same === 1 ? 'is' : 'are'} the same`
}

/** The shape and colour that an outcome has everywhere on the site. */
export const outcomeShape = (outcome: Outcome): 'held' | 'not-held' | 'mixed' =>
  outcome === 'success' ? 'held' : outcome === 'failed' ? 'not-held' : 'mixed'
