import { type Answer, type ScriptedService, startScriptedService } from './scripted-service.ts'

/** A work as OpenAlex returns it; any of its fields may be missing or null. */
export type OpenAlexWork = { id: string; doi: string | null } & Record<string, unknown>

/**
 * Fake OpenAlex with the given works: `/works/doi:…`, `/works/https://doi.org/…`, `/works/W…`, `/works/pmid:…`, `/works/pmcid:…` (404 as in
 * OpenAlex, 301 for merged IDs), `/works?search=…&per_page=…&select=…` (every word must be in the title), the filters
 * `locations.landing_page_url:…|…`, `doi:…|…` and `cites:W…` (with lists paginated by `cursor`).
 */
export const startOpenAlex = async (
  works: readonly OpenAlexWork[],
  merged: Readonly<Record<string, string>> = {},
): Promise<ScriptedService> => {
  const byKey = new Map(
    works.flatMap(work => [
      [work.id.replace(/^.*\//, '').toLowerCase(), work] as const,
      ...(work.doi === null ? [] : [[bare(work.doi), work] as const]),
      ...Object.entries((work.ids ?? {}) as Record<string, string>).map(
        ([name, id]) => [`${name}:${id.replace(/\D*(\d+)\D*$/, '$1')}`, work] as const,
      ),
    ]),
  )
  return startScriptedService(target => {
    const path = decodeURIComponent(target.pathname)
    if (path === '/works') return search(works, target.searchParams)
    if (!path.startsWith('/works/')) return notFound
    const key = bare(path.slice('/works/'.length))
    const mergedInto = merged[key]
    if (mergedInto !== undefined) return { status: 301, body: {}, headers: { location: `/works/${mergedInto}` } }
    const work = byKey.get(key)
    return work === undefined ? notFound : { status: 200, body: selected(work, target.searchParams) }
  })
}

const notFound: Answer = { status: 404, body: { error: 'Not Found', message: 'No such work.' } }

const bare = (id: string): string =>
  id
    .toLowerCase()
    .replace(/^(?:doi:|https?:\/\/doi\.org\/)/, '')
    .replace(/^pmcid:pmc/, 'pmcid:')

const selected = (work: OpenAlexWork, parameters: URLSearchParams): Record<string, unknown> => {
  const fields = parameters.get('select')?.split(',')
  return fields === undefined
    ? work
    : Object.fromEntries(Object.entries(work).filter(([field]) => fields.includes(field)))
}

const referencesOf = (work: OpenAlexWork): string[] => (work.referenced_works ?? []) as string[]

const pagesOf = (work: OpenAlexWork): string[] =>
  ((work.locations ?? []) as { landing_page_url: string }[]).map(location => location.landing_page_url)

const search = (works: readonly OpenAlexWork[], parameters: URLSearchParams): Answer => {
  const perPage = Number(parameters.get('per_page') ?? parameters.get('per-page') ?? 25)
  if (!(perPage >= 1 && perPage <= 100)) {
    return {
      status: 400,
      body: { error: 'Invalid query parameters error.', message: 'per_page must be from 1 to 100.' },
    }
  }
  const words = (parameters.get('search') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  const filter = parameters.get('filter') ?? ''
  const dois = /^doi:(.+)$/.exec(filter)?.[1]?.toLowerCase().split('|')
  const cited = /^cites:(W\d+)$/.exec(filter)?.[1]
  const pages = /^locations\.landing_page_url:(.+)$/.exec(parameters.get('filter') ?? '')?.[1]?.split('|')
  const withDoi = parameters.get('filter')?.includes('has_doi:true') ?? false
  const found = works.filter(
    work =>
      (work.doi !== null || !withDoi) &&
      (dois === undefined || (work.doi !== null && dois.includes(bare(work.doi)))) &&
      (cited === undefined || referencesOf(work).includes(`https://openalex.org/${cited}`)) &&
      (pages === undefined || pagesOf(work).some(page => pages.includes(page))) &&
      words.every(word =>
        String(work.display_name ?? '')
          .toLowerCase()
          .includes(word),
      ),
  )
  const cursor = parameters.get('cursor')
  const from = cursor === null || cursor === '*' ? 0 : Number(/^after (\d+)=$/.exec(cursor)?.[1] ?? Number.NaN)
  if (Number.isNaN(from)) return { status: 400, body: { error: 'Invalid query parameters error.', message: 'cursor' } }
  const results = found.slice(from, from + perPage)
  // The list ends with an empty page and a null cursor.
  const next = results.length === 0 ? null : `after ${from + results.length}=`
  return {
    status: 200,
    body: {
      meta: {
        count: found.length,
        per_page: perPage,
        ...(cursor === null ? { page: 1 } : { page: null, next_cursor: next }),
      },
      results: results.map(work => selected(work, parameters)),
    },
  }
}
