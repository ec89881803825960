/** How an attempt to repeat a finding ended. */
export type Outcome = 'held' | 'not-held' | 'mixed' | 'unclear'

/**
 * Reads an outcome as FORRT's coders write it. Replications use three words and "uninformative" or "descriptive only";
 * reproductions say two things, one of the computation and one of its robustness: both good held; a computation that could not be done again
 * did not hold unless its robustness was tested and good; anything else is mixed.
 */
export const outcomeOf = (text: string): Outcome => {
  const words = text.trim().toLowerCase()
  switch (words) {
    case 'success':
    case 'successful':
    case 'computationally successful, robust':
    case 'computationally reproducible, robust':
      return 'held'
    case 'failed':
    case 'failure':
    case 'unsuccessful':
      return 'not-held'
    case 'mixed':
    case 'partial':
    case 'statistically successful but flawed':
      return 'mixed'
    default:
      if (/comput\w* (?:issues|fail|unsuccess|not reproduc)|not computationally reproduc/.test(words))
        return /(?:^|[\s,])robust$/.test(words) ? 'mixed' : 'not-held'
      return words.includes(',') && /comput|robust/.test(words) ? 'mixed' : 'unclear'
  }
}
