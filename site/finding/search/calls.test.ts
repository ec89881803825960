import { createHttp, HttpProblem } from '@corroborate/server-kit/http'
import { describeStore, testLogger } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { createOutsideService } from '../../kit/outside/index.ts'
import { nothingKnown, type Status } from '../../paper/known/index.ts'
import type { PaperFacts } from '../../paper/papers/index.ts'
import { type ScriptedService, startOpenAlex } from '../../testing/index.ts'
import type { FoundWork } from '../search-box/index.ts'
import { type SearchTables, searchMigration } from './answer-cache.ts'
import { createSearchCall } from './feature.ts'
import { createFindWorks, createOpenAlexIds, withGuess } from './find-works.ts'
import { createOpenAlexSearch } from './open-find-works.ts'

const day = 24 * 60 * 60 * 1000
const json = { accept: 'application/json' }
const browser = { accept: 'text/html,application/xhtml+xml' }

const outsideWorks = [
  {
    id: 'https://openalex.org/W1',
    doi: 'https://doi.org/10.1000/Outside.1',
    display_name: 'Quantum <i>tea</i> &amp; leaves',
    ids: { pmid: 'https://pubmed.ncbi.nlm.nih.gov/123', pmcid: 'https://www.ncbi.nlm.nih.gov/pmc/articles/456' },
    locations: [{ landing_page_url: 'http://example.org/tea/' }],
    publication_year: 2011,
    authorships: [{ author: { display_name: 'Ada Lovelace', orcid: null } }],
    primary_location: { source: { display_name: 'Journal of Tea' } },
  },
  {
    id: 'https://openalex.org/W2',
    doi: 'https://doi.org/10.1000/outside.2',
    display_name: 'Quantum tea without anything else',
    publication_year: null,
    authorships: null,
    primary_location: null,
  },
  { id: 'https://openalex.org/W3', doi: null, display_name: 'Quantum tea without a DOI' },
]

const localWork: FoundWork = {
  doi: parseDoi('10.1000/local.1') as Doi,
  title: 'Quantum tea at home',
  authors: ['Local Author'],
  authorsTruncated: false,
  journal: null,
  year: 2001,
}

const retracted: Status = { ...nothingKnown, kind: 'retracted', date: '2020-06-05' }

let openAlex: ScriptedService
afterEach(() => openAlex?.close())

const siteOver = async (db: Kysely<SearchTables>, { local = [] as FoundWork[], allowed = 1_000 } = {}) => {
  openAlex = await startOpenAlex(outsideWorks)
  const clock = { time: 1_000_000 }
  const learnt: PaperFacts[] = []
  const openAlexOptions = {
    service: createOutsideService({ name: 'OpenAlex', userAgent: 'test', now: () => clock.time }),
    url: openAlex.url,
    apiKey: 'the-secret-key',
    db,
    learn: async (facts: readonly PaperFacts[]) => void learnt.push(...facts),
    now: () => clock.time,
  }
  const outside = createOpenAlexSearch(openAlexOptions)
  let taken = 0
  const listsAsked: number[] = []
  const limits = {
    async require() {
      if (++taken > allowed) throw new HttpProblem(429, 'Too often.', { headers: { 'Retry-After': '9' } })
    },
  }
  const app = createHttp({ origin: 'http://localhost', logger: testLogger().logger })
  const byDoi = async (doi: Doi) => {
    const work = local.find(known => known.doi === doi)
    return work === undefined ? ({ kind: 'not-found' } as const) : ({ kind: 'found', work } as const)
  }
  const findWorks = createFindWorks({
    local: async () => ({ kind: 'found', works: local.map((work, i) => ({ ...work, score: 20 - i })) }),
    knownAmong: async () => new Set(),
    byDoi,
    byOutsideId: withGuess(byDoi, createOpenAlexIds(openAlexOptions)),
    outside,
  })
  const statuses = async (dois: readonly Doi[]) => {
    listsAsked.push(dois.length)
    return new Map(dois.map(doi => [doi, doi === localWork.doi ? retracted : nothingKnown]))
  }
  app.get(
    '/search',
    createSearchCall({ findWorks, statuses, limits, page: (c, model, status) => c.json({ page: model }, status) }),
  )
  const search = (query: string, headers: Record<string, string> = json) =>
    app.request(`/search?${new URLSearchParams({ q: query })}`, { headers })
  return {
    search,
    clock,
    learnt,
    listsAsked,
    asked: () => openAlex.requests.map(({ target }) => new URL(target, 'http://x')),
  }
}

describeStore<SearchTables>('GET /search', [searchMigration], open => {
  test('GET /search returns the status of each paper with one lookup for the list', async () => {
    const { search, listsAsked } = await siteOver(await open(), { local: [localWork] })
    const { results } = await (await search('quantum tea')).json()
    expect(
      results.map(({ status, is_retracted }: { status?: object; is_retracted?: true }) => [status, is_retracted]),
    ).toEqual([
      [{ kind: 'retracted', words: 'Retracted 2020' }, true],
      [undefined, undefined],
      [undefined, undefined],
    ])
    const { page } = await (await search('quantum tea', browser)).json()
    expect(page.results[0].status).toEqual({ kind: 'retracted', words: 'Retracted 2020' })
    expect(listsAsked).toEqual([3, 3])
  })

  describe('few local results', () => {
    test('OpenAlex fills up in its own format, with plain titles and only works that have a DOI', async () => {
      const { search, asked } = await siteOver(await open(), { local: [localWork] })
      const answer = await search('Quantum "tea')
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({
        meta: { count: 3, page: 1, per_page: 5 },
        results: [
          expect.objectContaining({ doi: 'https://doi.org/10.1000/local.1', title: 'Quantum tea at home' }),
          {
            id: 'https://doi.org/10.1000/outside.1',
            doi: 'https://doi.org/10.1000/outside.1',
            title: 'Quantum tea & leaves',
            display_name: 'Quantum tea & leaves',
            publication_year: 2011,
            authorships: [{ author: { display_name: 'Ada Lovelace' } }],
            primary_location: { source: { display_name: 'Journal of Tea' } },
          },
          {
            id: 'https://doi.org/10.1000/outside.2',
            doi: 'https://doi.org/10.1000/outside.2',
            title: 'Quantum tea without anything else',
            display_name: 'Quantum tea without anything else',
            publication_year: null,
            authorships: [],
            primary_location: null,
          },
        ],
      })
      const [request] = asked()
      expect(request?.searchParams.get('search')).toBe('quantum tea')
      expect(request?.searchParams.get('filter')).toBe('has_doi:true')
      expect(request?.searchParams.get('per_page')).toBe('5')
      expect(request?.searchParams.get('api_key')).toBe('the-secret-key')
    })

    test('data learned from OpenAlex is stored for the papers’ pages', async () => {
      const { search, learnt } = await siteOver(await open())
      await search('quantum tea')
      expect(learnt.map(({ doi }) => doi)).toEqual(['10.1000/outside.1', '10.1000/outside.2'])
    })

    test('spelling variants, concurrent searches and repeats within 24 hours share one OpenAlex request', async () => {
      const { search, asked, clock } = await siteOver(await open())
      await Promise.all(['quantum tea', 'Quantum  TEA', '"quantum tea"'].map(query => search(query)))
      await search('quantum tea')
      expect(asked()).toHaveLength(1)
      clock.time += day - 1
      await search('quantum tea')
      expect(asked()).toHaveLength(1)
      clock.time += 1
      await search('quantum tea')
      expect(asked()).toHaveLength(2)
    })

    test('a word still being typed is not sent to OpenAlex', async () => {
      const { search, asked } = await siteOver(await open())
      for (const query of ['q', 'qu', 'quantum t', 'quantum te', '', '***', '日本']) await search(query)
      expect(asked()).toEqual([])
    })
  })

  describe('OpenAlex errors', () => {
    test('a 429 from OpenAlex returns a message, and again until its Retry-After has passed', async () => {
      const { search } = await siteOver(await open())
      openAlex.behave({ status: 429 })
      for (const query of ['quantum tea', 'quantum leaves']) {
        const answer = await search(query)
        expect(answer.status).toBe(429)
        expect(await answer.json()).toMatchObject({ error: 'Too many requests. Please try again in a moment.' })
      }
    })

    test.each(['hang', 'huge', 'cut', 'garbage', 'elsewhere'] as const)('%s counts as unavailable', async trouble => {
      const { search } = await siteOver(await open())
      openAlex.behave(trouble)
      const answer = await search('quantum tea')
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({ error: 'Search service is currently unavailable.' })
    })

    test('OpenAlex errors are hidden while there are results, and are not cached', async () => {
      const { search } = await siteOver(await open(), { local: [localWork] })
      openAlex.behave('answer', { status: 500 }, { status: 500 })
      const first = await search('quantum tea')
      expect(first.status).toBe(200)
      expect(first.headers.get('cache-control')).toBe('no-store')
      expect(((await first.json()) as { results: unknown[] }).results).toHaveLength(1)
      const second = await search('quantum tea')
      expect(second.headers.get('cache-control')).toBe('private, max-age=60')
      expect(((await second.json()) as { results: unknown[] }).results).toHaveLength(3)
    })
  })

  describe('search in a browser window', () => {
    test('submitting the form returns the results page', async () => {
      const { search } = await siteOver(await open(), { local: [localWork] })
      const answer = await search('quantum tea', browser)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({
        page: { query: 'quantum tea', error: null, results: [localWork, {}, {}] },
      })
    })

    test('a DOI redirects to its paper', async () => {
      const { search } = await siteOver(await open())
      const answer = await search('https://doi.org/10.1000/Local.1', browser)
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe('/10.1000/local.1')
    })

    test.each(['PMID: 123', 'https://pubmed.ncbi.nlm.nih.gov/123/', 'PMC456', 'https://example.org/tea#cup'])(
      '%s is resolved once and redirects to the paper',
      async typed => {
        const { search, asked, learnt } = await siteOver(await open())
        for (let time = 0; time < 2; time++) {
          const answer = await search(typed, browser)
          expect(answer.status).toBe(303)
          expect(answer.headers.get('location')).toBe('/10.1000/outside.1')
        }
        expect(asked()).toHaveLength(1)
        expect(learnt.map(({ doi }) => doi)).toEqual(['10.1000/outside.1'])
      },
    )

    test('an API client gets the paper for an identifier, or a message on what the identifier is', async () => {
      const { search } = await siteOver(await open())
      const found = await (await search('PMID: 123')).json()
      expect(found).toEqual({
        meta: { count: 1, page: 1, per_page: 5 },
        results: [expect.objectContaining({ title: 'Quantum tea & leaves' })],
      })
      expect(JSON.stringify(await (await search('PMID: 999')).json())).toContain('No paper found for PMID 999')
    })

    test('a URL with a guessed DOI redirects to a known paper without an external request', async () => {
      const doi = parseDoi('10.1016/s0896-6273(14)00785-5') as Doi
      const { search, asked } = await siteOver(await open(), { local: [{ ...localWork, doi }] })
      const answer = await search('https://www.sciencedirect.com/science/article/pii/S0896627314007855', browser)
      expect(answer.headers.get('location')).toBe('/10.1016/s0896-6273(14)00785-5')
      expect(asked()).toEqual([])
    })

    test.each([
      ['PMID: 999', 'No paper found for PMID 999.'],
      ['PMC999', 'No paper found for PMCID PMC999.'],
      ['https://example.org/coffee', 'This example.org address doesn’t identify a paper.'],
      ['https://www.researchgate.net/publication/1_Tea', 'This researchgate.net address'],
      ['10/gf4gqc', 'Short DOIs are not supported.'],
      ['ISBN 978-0-306-40615-7', 'This is an ISBN.'],
      ['0000-0002-1825-0097', 'This is an ORCID iD.'],
      ['10.1038/', 'This DOI is incomplete.'],
    ])('%s leads to no paper, and the page explains it', async (typed, sentence) => {
      const { search } = await siteOver(await open())
      const answer = await search(typed, browser)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({
        page: { results: [], error: null, note: expect.stringContaining(sentence) },
      })
    })

    test.each(['PMID: 123', 'https://example.org/tea'])(
      'an unavailable resolver for %s is an error and is not cached',
      async typed => {
        const { search } = await siteOver(await open())
        openAlex.behave('answer', { status: 500 }, { status: 500 })
        const answer = await search(typed, browser)
        expect(answer.status).toBe(503)
        expect(await answer.json()).toMatchObject({
          page: { error: expect.stringContaining('OpenAlex, which may know it') },
        })
        expect((await search(typed, browser)).status).toBe(303)
      },
    )

    test('errors are shown on the page', async () => {
      const { search } = await siteOver(await open())
      openAlex.behave({ status: 503 })
      const answer = await search('quantum tea', browser)
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({
        page: { results: [], error: 'Search service is currently unavailable.' },
      })
    })
  })

  test('an IP address that searches too often gets 429', async () => {
    const { search } = await siteOver(await open(), { allowed: 1 })
    expect((await search('quantum tea')).status).toBe(200)
    const answer = await search('quantum tea')
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('9')
  })
})
