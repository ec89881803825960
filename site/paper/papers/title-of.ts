import type { Doi } from '../../kit/doi/index.ts'
import type { FindFacts } from './find-facts.ts'

/** What a paper is called; null where nobody near knows. */
export type TitleOf = (doi: Doi) => Promise<string | null>

/** Titles for what is written without anybody waiting, such as mails: no source outside is asked. */
export const createTitleOf =
  (facts: Pick<FindFacts, 'findNear'>): TitleOf =>
  async doi => {
    const found = await facts.findNear(doi)
    return found.kind === 'found' ? found.facts.title : null
  }
