import { readSettings } from '@corroborate/server-kit/settings'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { createOutsideService } from '../../kit/outside/index.ts'
import { nothingKnown, type StatusKind } from '../../paper/known/index.ts'
import type { PaperFacts } from '../../paper/papers/index.ts'
import { startOpenAlex } from '../../testing/index.ts'
import { type SearchTables, searchMigration } from './answer-cache.ts'
import { openFindWorks } from './open-find-works.ts'

type Given = Parameters<typeof openFindWorks>[0]

const reader = '192.0.2.1'
const known = storedDoi('10.1000/known')

const facts: PaperFacts = {
  doi: known,
  title: 'Known tea',
  authors: [{ name: 'Ada Lovelace', orcid: null }],
  authorsTruncated: true,
  journal: 'Journal of Tea',
  year: 2011,
  type: null,
  retracted: null,
  details: null,
  source: 'import',
  fetchedAt: null,
}

const openAlexWorks = [
  {
    id: 'https://openalex.org/W1',
    doi: 'https://doi.org/10.1000/outside',
    display_name: 'Green tea',
    ids: { pmid: '7' },
  },
]

type Site = { settings?: Record<string, string>; statuses?: Record<string, StatusKind>; scores?: readonly number[] }

/** A search over works of the local index named a, b, c…, of which all answer the same unless scores are given. */
const searchOver = (db: Kysely<SearchTables>, { settings = {}, statuses = {}, scores = [] }: Site) => {
  const learnt: Doi[] = []
  const limits: number[] = []
  const works = scores.map((score, n) => ({
    ...{ doi: storedDoi(`10.1000/${'abcdefghij'[n]}`), title: null, authors: [], authorsTruncated: false },
    ...{ journal: null, year: null, score },
  }))
  const papers: Pick<Given['papers'], 'facts' | 'learn' | 'statuses'> = {
    facts: {
      find: async doi =>
        doi === known
          ? { kind: 'found', facts }
          : doi.endsWith('away')
            ? { kind: 'unavailable', silent: ['OpenAlex'] }
            : { kind: 'not-found' },
      findNear: async () => ({ kind: 'not-found' }),
    },
    learn: async found => void learnt.push(...found.map(({ doi }) => doi)),
    statuses: async dois => new Map(dois.map(doi => [doi, { ...nothingKnown, kind: statuses[doi] ?? 'nothing' }])),
  }
  const findWorks = openFindWorks({
    settings: readSettings({ OPENALEX_URL: 'off', ...settings }),
    now: () => 0,
    db,
    papers: papers as Given['papers'],
    searchWorks: async (_, limit) => {
      limits.push(limit)
      return { kind: 'found', works }
    },
    outside: options => createOutsideService({ ...options, userAgent: 'test', now: () => 0 }),
  })
  const found = async (typed: string) => {
    const outcome = await findWorks(typed, reader)
    return outcome.kind === 'found' ? outcome.works.map(({ doi }) => doi.slice('10.1000/'.length)) : outcome.kind
  }
  return { findWorks, found, learnt, limits }
}

describeStore<SearchTables>('the search of the site', [searchMigration], open => {
  test('with OpenAlex disabled, search returns index results and papers known by DOI', async () => {
    const { findWorks, found, limits } = searchOver(await open(), { scores: [9, 8] })
    expect(await found('green tea')).toEqual(['a', 'b'])
    expect(limits).toEqual([20])
    expect(await findWorks(known, reader)).toEqual({
      kind: 'found',
      works: [
        {
          ...{ doi: known, title: 'Known tea', authors: ['Ada Lovelace'], authorsTruncated: true },
          ...{ journal: 'Journal of Tea', year: 2011 },
        },
      ],
      whole: true,
    })
    expect(await found('10.1000/unheard-of')).toEqual([])
    expect(await found('10.1000/away')).toBe('unavailable')
    expect(await found('PMID: 7')).toEqual([])
  })

  test.each([
    ['the key of the settings', { OPENALEX_API_KEY: 'secret-key' }, 'secret-key'],
    ['no key where there is none', {}, null],
  ])('OpenAlex is queried with %s, and learned paper data is stored', async (_, settings, key) => {
    const openAlex = await startOpenAlex(openAlexWorks)
    onTestFinished(() => openAlex.close())
    const site = searchOver(await open(), { settings: { OPENALEX_URL: openAlex.url, ...settings }, scores: [9] })
    expect(await site.found('green tea')).toEqual(['a', 'outside'])
    expect(await site.found('PMID: 7')).toEqual(['outside'])
    expect(site.learnt).toEqual(['10.1000/outside', '10.1000/outside'])
    const asked = openAlex.requests.map(({ target }) => new URL(target, openAlex.url))
    expect(asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('api_key')])).toEqual([
      ['/works', key],
      ['/works/pmid:7', key],
    ])
  })

  test('among equally relevant works those with evidence come first, and editorial notices do not count', async () => {
    const statuses = { '10.1000/b': 'notice', '10.1000/c': 'retracted', '10.1000/g': 'corrected' } as const
    const { found } = searchOver(await open(), { scores: [9, 8, 8, 8, 8, 8, 8], statuses })
    expect(await found('green tea')).toEqual(['a', 'c', 'g', 'b', 'd'])
  })
})
