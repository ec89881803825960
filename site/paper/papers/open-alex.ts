import { z } from 'zod'
import { type Doi, doiUrl, parseDoi } from '../../kit/doi/index.ts'
import type { OutsideService } from '../../kit/outside/index.ts'
import { openAlexId, type SourceReferences, withoutDatePadding } from '../citations/index.ts'
import { plainText } from '../works-index/index.ts'
import { type FactsAnswer, orcidIn, type PaperFacts, trimmed } from './facts-store.ts'
import { abstractOf, type RecordDetails, type TextVersion, textOfInvertedIndex, webAddress } from './record-details.ts'
import type { PaperVersion } from './versions.ts'

/** Fetches a paper from a service within `patience` ms. */
export type FetchMetadata = (doi: Doi, patience: number) => Promise<FactsAnswer>

type Options = { service: OutsideService; url: string; apiKey: string | undefined; now: () => number }

/** The fields of a work that we ask for; `select` takes fields of the first level only. */
export const openAlexFields = 'id,doi,display_name,authorships,primary_location,publication_year,type,is_retracted'

/** Fields of a single-work request, which would make search responses ten times as long. */
const fieldsOfOne = `${openAlexFields},cited_by_count,abstract_inverted_index,open_access,best_oa_location,locations,referenced_works,publication_date`

const unavailable: FactsAnswer = { kind: 'unavailable', silent: ['OpenAlex'] }

/** OpenAlex's record of a paper: `GET /works/doi:…` (CONVENTIONS 2.2), a call that costs nothing. */
export const fetchFromOpenAlex =
  ({ service, url, apiKey, now }: Options): FetchMetadata =>
  async (doi, patience) => {
    const target = new URL(`${url}/works/doi:${doiUrl(doi).slice('https://doi.org/'.length)}`)
    target.searchParams.set('select', fieldsOfOne)
    if (apiKey !== undefined) target.searchParams.set('api_key', apiKey)
    const answer = await service.get(target, patience)
    if (answer.kind !== 'answer') return unavailable
    if (answer.status === 404 || answer.status === 410) return { kind: 'not-found' }
    return answer.status === 200 ? readWork(answer.body, doi, now()) : unavailable
  }

// Everything may be null or missing, and a field of the wrong type is as good as missing.
const text = z.string().nullish().catch(null)
const location = z.object({ landing_page_url: text, pdf_url: text, license: text, version: text }).nullish().catch(null)
const workSchema = z.object({
  doi: text,
  title: text,
  display_name: text,
  publication_year: z.number().int().nullish().catch(null),
  type: text,
  is_retracted: z.boolean().nullish().catch(null),
  is_authors_truncated: z.boolean().nullish().catch(null),
  primary_location: z
    .object({ source: z.object({ display_name: text }).nullish().catch(null) })
    .nullish()
    .catch(null),
  cited_by_count: z.number().int().nonnegative().nullish().catch(null),
  abstract_inverted_index: z.record(z.string(), z.array(z.number())).nullish().catch(null),
  open_access: z.object({ oa_url: text }).nullish().catch(null),
  best_oa_location: location,
  locations: z.array(location).nullish().catch(null),
  referenced_works: z.array(text).nullish().catch(null),
  publication_date: text,
  authorships: z
    .array(
      z
        .object({
          raw_author_name: text,
          author: z.object({ display_name: text, orcid: text }).nullish().catch(null),
        })
        .nullish()
        .catch(null),
    )
    .nullish()
    .catch(null),
})

const readWork = (body: string, doi: Doi, now: number): FactsAnswer => {
  const work = workSchema.safeParse(jsonOf(body)).data
  if (work === undefined) return unavailable
  // A work that was merged into another has that one's journal and year; the registry of this DOI knows better.
  if (work.doi != null && parseDoi(work.doi) !== doi) return { kind: 'not-found' }
  const facts = { ...factsOf(work, doi, now, Number.POSITIVE_INFINITY), details: detailsOf(work) }
  return {
    kind: 'found',
    facts,
    versions: { source: 'openalex', versions: versionsOf(work, doi) },
    references: referencesOf(work),
  }
}

const referencesOf = ({ referenced_works, publication_date }: z.infer<typeof workSchema>): SourceReferences => ({
  source: 'openalex',
  cited: { ids: (referenced_works ?? []).map(openAlexId).filter(id => id !== null) },
  published: withoutDatePadding(publication_date),
})

const detailsOf = ({
  abstract_inverted_index: index,
  best_oa_location: best,
  open_access: access,
  cited_by_count: citedBy,
}: z.infer<typeof workSchema>): RecordDetails => {
  const href = webAddress(best?.pdf_url) ?? webAddress(best?.landing_page_url) ?? webAddress(access?.oa_url)
  return {
    abstract: abstractOf(index == null ? null : textOfInvertedIndex(index), best?.license ?? null),
    freeText: href === null ? null : { href, version: versions[best?.version ?? ''] ?? null },
    citedBy: citedBy ?? null,
  }
}

const versions: Readonly<Record<string, TextVersion>> = {
  publishedVersion: 'published',
  acceptedVersion: 'accepted',
  submittedVersion: 'submitted',
}

/** OpenAlex counts a preprint and its article as one work that is in several places, each under its own DOI. */
const versionsOf = ({ locations }: z.infer<typeof workSchema>, doi: Doi): PaperVersion[] =>
  (locations ?? []).flatMap(one => {
    const address = one?.landing_page_url ?? ''
    const other = /^https?:\/\/(?:dx\.)?doi\.org\//i.test(address) ? parseDoi(address) : null
    if (other === null || other === doi) return []
    const kind =
      one?.version === 'submittedVersion' ? 'preprint' : one?.version === 'publishedVersion' ? 'article' : 'version'
    return [{ doi: other, kind }]
  })

/** Maximum number of authors per work in lists; single works have all. */
const authorsInLists = 100

/** A work as it stands among OpenAlex's search results → its facts, or null when it is none or has no DOI. */
export const readOpenAlexWork = (value: unknown, now: number): PaperFacts | null => {
  const work = workSchema.safeParse(value).data
  const doi = work?.doi == null ? null : parseDoi(work.doi)
  return work === undefined || doi === null ? null : factsOf(work, doi, now, authorsInLists)
}

const factsOf = (work: z.infer<typeof workSchema>, doi: Doi, now: number, mostAuthors: number): PaperFacts => {
  const plain = (value: string | null | undefined) => (value == null ? null : plainText(value) || null)
  return trimmed({
    doi,
    title: plain(work.display_name ?? work.title),
    authors: (work.authorships ?? []).flatMap(authorship => {
      const name = plain(authorship?.author?.display_name ?? authorship?.raw_author_name)
      return name === null ? [] : [{ name, orcid: orcidIn(authorship?.author?.orcid ?? null) }]
    }),
    // The flag does not come with fields chosen by `select`.
    authorsTruncated: work.is_authors_truncated === true || (work.authorships?.length ?? 0) >= mostAuthors,
    journal: plain(work.primary_location?.source?.display_name),
    year: work.publication_year ?? null,
    type: work.type ?? null,
    retracted: work.is_retracted ?? null,
    details: null,
    source: 'openalex',
    fetchedAt: now,
  })
}

/** Parsed JSON, or undefined. */
export const jsonOf = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
