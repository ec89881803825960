import type { Doi } from '../../kit/doi/index.ts'
import type { FindFacts } from './find-facts.ts'

/** Returns a paper's title; null if unknown locally. */
export type TitleOf = (doi: Doi) => Promise<string | null>

/** Titles for background tasks such as mails, from local data only. */
export const createTitleOf =
  (facts: Pick<FindFacts, 'findNear'>): TitleOf =>
  async doi => {
    const found = await facts.findNear(doi)
    return found.kind === 'found' ? found.facts.title : null
  }
