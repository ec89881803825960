import type { Doi } from '../../kit/doi/index.ts'
import type { PaperFacts } from './facts.ts'
import type { FactsSources } from './find-facts.ts'

type LearnOptions = {
  /** What is kept of those papers of a list that we have anything of. */
  stored: (dois: readonly Doi[]) => Promise<Map<Doi, PaperFacts>>
  save: FactsSources['save']
  refreshLater: (doi: Doi) => void
}

/** Keeps facts that came in a list, such as the results of a search, so that the papers' pages need not ask again. */
export const createLearn =
  ({ stored, save, refreshLater }: LearnOptions) =>
  async (found: readonly PaperFacts[]): Promise<void> => {
    const kept = await stored(found.map(({ doi }) => doi))
    for (const paper of found) {
      // A paper that was asked for alone has more facts than a list tells.
      if ((kept.get(paper.doi)?.details ?? null) !== null) continue
      await save(paper.doi, { facts: paper, updates: null, versions: [], references: [] })
      if (paper.authorsTruncated) refreshLater(paper.doi)
    }
  }
