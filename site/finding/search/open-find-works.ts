import type { NoJobs, Site } from '../../kit/feature/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import type { WithWorks } from '../../paper/works-index/index.ts'
import type { SearchTables } from './answer-cache.ts'
import { createOpenAlexIds, withGuess } from './ask-outside-id.ts'
import { mostRanked } from './break-ties.ts'
import { createFindWorks, type FindWorks, type SearchSources } from './find-works.ts'
import { foundIn } from './found-in.ts'
import { createOpenAlexSearch } from './search-open-alex.ts'

/** Dependencies of a search: a part of a feature's. */
type Given = Pick<Site<SearchTables, NoJobs, never>, 'settings' | 'now' | 'db' | 'outside'> & WithPapers & WithWorks

/** The search of this site: the local index, then OpenAlex where it is not switched off. */
export const openFindWorks = ({ settings, now, db, papers, searchWorks, outside }: Given): FindWorks => {
  const { openAlex } = settings
  const byDoi: SearchSources['byDoi'] = async (doi, address) => {
    const answer = await papers.facts.find(doi, address)
    return answer.kind === 'found' ? { kind: 'found', work: foundIn(answer.facts) } : { kind: answer.kind }
  }
  const byNumber =
    openAlex.url === null
      ? null
      : createOpenAlexIds({
          url: openAlex.url,
          apiKey: openAlex.apiKey?.reveal(),
          service: outside({ name: 'OpenAlex by number', usualPause: 2_000 }),
          db,
          learn: papers.learn,
          now,
        })
  return createFindWorks({
    local: (query, most) => searchWorks(query, Math.max(most, mostRanked)),
    knownAmong: async dois =>
      new Set(
        [...(await papers.statuses(dois))].flatMap(([doi, { kind }]) =>
          kind === 'nothing' || kind === 'notice' ? [] : [doi],
        ),
      ),
    byDoi,
    byOutsideId: withGuess(byDoi, byNumber),
    outside:
      openAlex.url === null
        ? null
        : createOpenAlexSearch({
            url: openAlex.url,
            apiKey: openAlex.apiKey?.reveal(),
            service: outside({
              name: 'OpenAlex search',
              // Short, because a reader is typing the next word.
              usualPause: 2_000,
            }),
            db,
            learn: papers.learn,
            now,
          }),
  })
}
