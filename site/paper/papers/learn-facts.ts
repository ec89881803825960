import type { Doi } from '../../kit/doi/index.ts'
import type { PaperFacts } from './facts.ts'
import type { FactsSources } from './find-facts.ts'

type LearnOptions = {
  /** Returns the stored metadata of listed papers. */
  stored: (dois: readonly Doi[]) => Promise<Map<Doi, PaperFacts>>
  save: FactsSources['save']
  refreshLater: (doi: Doi) => void
}

/** Stores metadata from lists, such as search results, so that the papers' pages need not fetch it again. */
export const createLearn =
  ({ stored, save, refreshLater }: LearnOptions) =>
  async (found: readonly PaperFacts[]): Promise<void> => {
    const kept = await stored(found.map(({ doi }) => doi))
    for (const paper of found) {
      // A paper fetched individually has more details than a list.
      if ((kept.get(paper.doi)?.details ?? null) !== null) continue
      await save(paper.doi, { facts: paper, updates: null, versions: [], references: [] })
      if (paper.authorsTruncated) refreshLater(paper.doi)
    }
  }
