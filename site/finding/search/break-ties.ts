import type { Doi } from '../../kit/doi/index.ts'
import type { RankedWork } from '../../paper/works-index/index.ts'
import { type FoundWork, mostResults } from '../search-box/index.ts'

/** So many works of the index are looked at: of those that answer equally well the known ones may come late. */
export const mostRanked = 20

/**
 * Works, best first → those to show, at most `most`. Of works that answer equally well and are cited as often, those come first of which
 * something is known. `knownAmong` is asked once, about these alone, and only when it can change what is shown.
 */
export const breakTies = async (
  works: readonly RankedWork[],
  knownAmong: (dois: readonly Doi[]) => Promise<ReadonlySet<Doi>>,
  most = mostResults,
): Promise<FoundWork[]> => {
  const last = works[most - 1]?.score ?? Number.NEGATIVE_INFINITY
  const inReach = works.filter(({ score }) => score >= last)
  const tied = inReach.filter(work => inReach.some(other => other !== work && other.score === work.score))
  const known = tied.length === 0 ? new Set() : await knownAmong(tied.map(({ doi }) => doi))
  return inReach
    .toSorted((a, b) => b.score - a.score || Number(known.has(b.doi)) - Number(known.has(a.doi)))
    .slice(0, most)
    .map(({ score: _, ...work }) => work)
}
