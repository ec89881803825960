import { createSingleFlight } from '@corroborate/server-kit/single-flight'
import type { OutsideId, Pasted } from '../../kit/doi/index.ts'
import type { NoJobs, Site } from '../../kit/feature/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { noIndex } from '../../kit/page/head.ts'
import { jsonOf, openAlexFields, type WithPapers } from '../../paper/papers/index.ts'
import type { WithWorks } from '../../paper/works-index/index.ts'
import { mostResults } from '../search-box/index.ts'
import { keepAnswer, readAnswer, type SearchTables } from './answer-cache.ts'
import {
  createFindWorks,
  createOpenAlexIds,
  type FindWorks,
  factsOfWorks,
  foundIn,
  listIn,
  mostRanked,
  type OpenAlexOptions,
  type OutsideOutcome,
  patience,
  type SearchSources,
  withGuess,
} from './find-works.ts'
import type { ResultsPageModel } from './models.ts'
import type { ResultsPage } from './ResultsPage.tsx'

/** Explains a pasted identifier without a paper: its type, and advice. Null for words and DOIs. */
export const notFoundMessage = (pasted: Pasted): string | null => {
  switch (pasted.kind) {
    case 'isbn':
      return 'This is an ISBN. Search for the book’s title, or paste the DOI of a chapter.'
    case 'orcid':
      return 'This is an ORCID iD. Search for the author’s name and part of a title.'
    case 'broken-doi':
      return 'This DOI is incomplete. A DOI consists of “10.”, four to nine digits, a slash and a suffix, as in 10.1038/nature12373.'
    case 'unreadable-address':
      return pasted.host === 'doi.org'
        ? 'Short DOIs are not supported. Open it at doi.org and paste the address of the page it redirects to.'
        : `${unreadable(pasted.host)} ${otherWays}`
    case 'ask-openalex':
      return `${unknown(pasted.ask)} ${otherWays}`
    default:
      return null
  }
}

/** Explains that OpenAlex, which may know the paper, is unavailable; null for identifiers that don't depend on it. */
export const unavailableMessage = (pasted: Pasted): string | null =>
  pasted.kind === 'ask-openalex'
    ? `We cannot tell right now which paper this is: ${pasted.ask.by === 'address' ? 'the address does not say it' : 'it is a number of PubMed’s'}, and OpenAlex, which may know it, does not answer. ${otherWays}`
    : null

const unknown = (ask: OutsideId): string => {
  switch (ask.by) {
    case 'pmid':
      return `No paper found for PMID ${ask.id}.`
    case 'pmcid':
      return `No paper found for PMCID ${ask.id}.`
    case 'address':
      return unreadable(new URL(ask.url).host)
  }
}

const unreadable = (host: string): string => `This ${host} address doesn’t identify a paper.`

const otherWays = 'Paste the paper’s DOI, or search for its title.'

export const resultsPage = definePage({
  name: 'results',
  component: markup<typeof ResultsPage>('finding/search/ResultsPage.tsx'),
  head: ({ query }: ResultsPageModel) => ({
    title: `${query === '' ? 'Search' : query} · Corroborate`,
    meta: noIndex,
  }),
  islands: null,
  scriptBudget: 5_100,
})

/**
 * OpenAlex search (`GET /works?search=…`, CONVENTIONS 2.2) with a 24-hour cache by normalized query. Concurrent identical queries share one
 * request.
 */
export const createOpenAlexSearch = ({ service, url, apiKey, db, learn, now }: OpenAlexOptions) => {
  const searches = createSingleFlight<string, OutsideOutcome>()

  const ask = async (query: string): Promise<OutsideOutcome> => {
    const kept = await readAnswer(db, query, now())
    if (kept !== null) return { kind: 'found', works: kept }

    const answer = await service.get(searchAddress(url, query, apiKey), patience)
    if (answer.kind === 'refused') return { kind: 'too-many-requests' }
    if (answer.kind !== 'answer' || answer.status !== 200) return { kind: 'unavailable' }
    const list = listIn(jsonOf(answer.body))
    if (list === null) return { kind: 'unavailable' }
    const found = factsOfWorks(list, now())
    const works = found.map(foundIn)
    await keepAnswer(db, query, works, now())
    await learn(found)
    return { kind: 'found', works }
  }

  return (query: string): Promise<OutsideOutcome> => searches.run(query, () => ask(query))
}

const searchAddress = (url: string, query: string, apiKey: string | undefined): URL => {
  const address = new URL(`${url}/works`)
  address.searchParams.set('search', query)
  address.searchParams.set('filter', 'has_doi:true')
  address.searchParams.set('per_page', String(mostResults))
  address.searchParams.set('select', openAlexFields)
  if (apiKey !== undefined) address.searchParams.set('api_key', apiKey)
  return address
}

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
