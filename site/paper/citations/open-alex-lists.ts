import { z } from 'zod'
import { type Doi, doiUrl, parseDoi } from '../../kit/doi/index.ts'
import { cleanText } from '../event-files/index.ts'
import { ask, bodyOf, CouldNotAsk, type Web } from '../sources/index.ts'
import { readableTitle } from '../titles/readable-title.ts'
import { withoutDatePadding } from './list-falls.ts'

/** OpenAlex access by `ask` of the nightly sources, with retries, and without requests after a rejection. */
export type OpenAlexLists = { url: string; apiKey: string | undefined; web: Web; signal: AbortSignal }

/** A flagged paper as listed by OpenAlex. */
export type NamedWork = { doi: Doi; id: string; title: string | null }

/** A page of the papers that cite one, those that have a DOI; `next` is null at the end. */
export type CitingPage = { citing: readonly { doi: Doi; published: string | null }[]; next: string | null }

/** So many works in one answer: the most that OpenAlex gives. */
const perPage = 100
/** OpenAlex takes an address of 4 KB. */
const longestAddress = 3_800
/** Length of the URL apart from the DOIs in characters, with room for a key. */
const restOfAddress = 200
const mostInFilter = 50
const separates = /[,|]/
const longestTitle = 2_000

// Everything may be null or missing, and a field of the wrong type is as good as missing.
const text = z.string().nullish().catch(null)
const workSchema = z.object({ id: text, doi: text, display_name: text, publication_date: text })
const listSchema = z.object({
  meta: z.object({ next_cursor: text }).nullish().catch(null),
  results: z.array(workSchema.nullish().catch(null)),
})

/** The bare id in `https://openalex.org/W2741809807`; null when it is none. */
export const openAlexId = (address: string | null | undefined): string | null =>
  /^(?:https:\/\/openalex\.org\/)?(W\d{1,18})$/.exec(address ?? '')?.[1] ?? null

/**
 * Returns as many leading papers as fit into one list request. Commas and bars separate filter values, so a DOI containing one is requested
 * alone.
 */
export const batchForOneRequest = (dois: readonly Doi[]): Doi[] => {
  const [first] = dois
  if (first !== undefined && separates.test(first)) return [first]
  const few: Doi[] = []
  let length = restOfAddress
  for (const doi of dois.filter(one => !separates.test(one))) {
    length += encodeURIComponent(`${doi}|`).length
    if (few.length === mostInFilter || (length > longestAddress && few.length > 0)) break
    few.push(doi)
  }
  return few
}

/**
 * Fetches IDs and titles of papers chosen by `batchForOneRequest`; those unknown to OpenAlex are missing. If the list is rejected, requests the
 * first alone; `asked` are those requested.
 * @throws CouldNotAsk if it is unavailable
 */
export const fetchOpenAlexIds = async (
  options: OpenAlexLists,
  dois: readonly Doi[],
): Promise<{ works: NamedWork[]; asked: readonly Doi[] }> => {
  const [first] = dois
  if (first === undefined) return { works: [], asked: [] }
  const listed = dois.length === 1 ? 'refused' : await askForList(options, dois)
  const asked = listed === 'refused' ? [first] : dois
  const works = listed === 'refused' ? await askForOne(options, first) : listed
  return {
    asked,
    works: works.flatMap(work => {
      const id = openAlexId(work?.id)
      const doi = work?.doi == null ? null : parseDoi(work.doi)
      const title = work?.display_name == null ? null : cleanText(work.display_name)
      if (id === null || doi === null || !asked.includes(doi)) return []
      return [{ doi, id, title: title === null ? null : readableTitle(title).slice(0, longestTitle).toWellFormed() }]
    }),
  }
}

type Works = readonly (z.infer<typeof workSchema> | null | undefined)[]
const fields = 'id,doi,display_name'

const askForList = (options: OpenAlexLists, dois: readonly Doi[]): Promise<Works | 'refused'> => {
  const target = new URL(`${options.url}/works`)
  target.searchParams.set('filter', `doi:${dois.join('|')}`)
  target.searchParams.set('select', fields)
  target.searchParams.set('per_page', String(perPage))
  return fetchFromOpenAlex<Works | 'refused'>(options, target, (status, body) => {
    if (status === 400) return 'refused'
    return status === 200 ? listSchema.safeParse(body).data?.results : undefined
  })
}

/** Costs nothing at OpenAlex. */
const askForOne = (options: OpenAlexLists, doi: Doi): Promise<Works> => {
  const target = new URL(`${options.url}/works/doi:${doiUrl(doi).slice('https://doi.org/'.length)}`)
  target.searchParams.set('select', fields)
  return fetchFromOpenAlex<Works>(options, target, (status, body) => {
    if (status === 400 || status === 404 || status === 410) return []
    const work = status === 200 ? workSchema.safeParse(body).data : undefined
    return work === undefined ? undefined : [work]
  })
}

/**
 * The next page of the papers that cite a work, by OpenAlex's id.
 * @param cursor where the last page ended; null for the first
 * @throws CouldNotAsk when it does not answer
 */
export const fetchCitingPapers = async (
  options: OpenAlexLists,
  id: string,
  cursor: string | null,
): Promise<CitingPage> => {
  const target = new URL(`${options.url}/works`)
  target.searchParams.set('filter', `cites:${id}`)
  target.searchParams.set('select', 'id,doi,publication_date')
  target.searchParams.set('per_page', String(perPage))
  target.searchParams.set('cursor', cursor ?? '*')
  const mayBeForgotten = cursor !== null && cursor !== '*'
  const page = await fetchFromOpenAlex(options, target, (status, body) => {
    if (status === 400 && mayBeForgotten) return 'forgotten'
    return status === 200 ? listSchema.safeParse(body).data : undefined
  })
  // Restarts from the beginning; stored citations are deduplicated.
  if (page === 'forgotten') return { citing: [], next: '*' }
  const { results, meta } = page
  return {
    citing: results.flatMap(work => {
      const doi = work?.doi == null ? null : parseDoi(work.doi)
      return doi === null ? [] : [{ doi, published: withoutDatePadding(work?.publication_date) }]
    }),
    next: results.length === 0 ? null : (meta?.next_cursor ?? null),
  }
}

/** `read` parses the response; undefined if it is invalid or an error. */
const fetchFromOpenAlex = <Value>(
  { apiKey, web, signal }: OpenAlexLists,
  target: URL,
  read: (status: number, body: unknown) => Value | undefined,
): Promise<Value> => {
  if (apiKey !== undefined) target.searchParams.set('api_key', apiKey)
  return ask(web, {
    url: target,
    headers: { accept: 'application/json' },
    signal,
    async read(response) {
      const body = jsonOf(await bodyOf(response))
      const value = read(response.status, body)
      if (value !== undefined) return value
      if (response.status !== 200) throw new CouldNotAsk(`It returned error ${response.status}.`)
      throw new CouldNotAsk('It returned an unexpected response.')
    },
  })
}

const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
