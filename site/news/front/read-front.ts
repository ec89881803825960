import { isDatabaseUnavailable } from '@corroborate/server-kit/database'
import type { Kysely } from 'kysely'
import type { Doi } from '../../kit/doi/index.ts'
import { type ActivityTables, recentReader, selections, wantedReader } from '../../paper/activity/index.ts'
import { nothingKnown, statusMark } from '../../paper/known/index.ts'
import type { ReadSummaries } from '../../paper/papers/index.ts'
import { happenedInWords, wantedInWords } from './in-words.ts'
import type { FrontModel } from './models.ts'
import type { ReadOffers } from './offers.ts'

/** Entries of each list on the home page. */
const shown = 4

const nothing: FrontModel = { wanted: [], said: [], corrections: [], statuses: {} }

/**
 * Reads the home page's lists with a few short index reads and one batch read of their papers. `examples`: further papers whose statuses
 * are included. If the database is unavailable, the lists are empty and the home page still renders.
 */
export const frontReader = (db: Kysely<ActivityTables>, summaries: ReadSummaries, offersOn: ReadOffers) => {
  const readRecent = recentReader(db)
  const readWanted = wantedReader(db)

  const read = async (examples: readonly Doi[]): Promise<FrontModel> => {
    const [wanted, said, corrections] = await Promise.all([
      readWanted('all', shown),
      readRecent(['report-approved', 'note-approved'], shown),
      readRecent(selections.corrections.kinds, shown),
    ])
    const listed = [...wanted.papers, ...said.entries, ...corrections.entries].map(({ doi }) => doi)
    const [known, offers] = await Promise.all([
      summaries([...new Set([...examples, ...listed])]),
      offersOn(wanted.papers),
    ])
    return {
      wanted: wanted.papers.map(paper => wantedInWords(paper, known.get(paper.doi), offers.get(paper.doi))),
      said: said.entries.map(entry => happenedInWords(entry, known.get(entry.doi))),
      corrections: corrections.entries.map(entry => happenedInWords(entry, known.get(entry.doi))),
      statuses: Object.fromEntries(
        examples.map(doi => [doi, statusMark(known.get(doi)?.status ?? nothingKnown)] as const),
      ),
    }
  }

  return (examples: readonly Doi[]): Promise<FrontModel> =>
    read(examples).catch(error => {
      if (isDatabaseUnavailable(error)) return nothing
      throw error
    })
}
