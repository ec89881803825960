export type Outcome = 'held' | 'not-held' | 'mixed' | 'unclear'

/**
 * Parses an outcome as coded by FORRT. Replications use three terms and "uninformative" or "descriptive only". Reproductions have two:
 * computation and robustness. Both good: reproduced. A failed computation: not reproduced, unless robustness was tested and good. Anything
 * else is mixed.
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
