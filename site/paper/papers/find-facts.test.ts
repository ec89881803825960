import { describe, expect, test } from 'vitest'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import type { FactsAnswer, StoredAnswer } from './facts-store.ts'
import { createFindFacts, type MayAsk } from './find-facts.ts'
import type { FetchMetadata } from './open-alex.ts'
import { noDetails } from './record-details.ts'
import type { Kept } from './refresh.ts'
import { work } from './testing/index.ts'

test('with both services unavailable a page waits 1.2 s for each, names them, and still renders', async () => {
  const waited: number[] = []
  const silent =
    (name: string): FetchMetadata =>
    async (_, patience) => {
      waited.push(patience)
      return { kind: 'unavailable', silent: [name] }
    }
  const { find } = createFindFacts({
    stored: async () => null,
    local: () => ({ kind: 'not-found' }),
    outside: [silent('OpenAlex'), silent('Crossref')],
    save: async () => expect.fail('Nobody has said anything.'),
    refreshLater: () => {},
    mayAskOutside: async () => ({ kind: 'allowed' }),
    now: () => 0,
  })
  expect(await find(parseDoi('10.1000/x') ?? expect.fail(), '192.0.2.1')).toEqual({
    kind: 'unavailable',
    silent: ['OpenAlex', 'Crossref'],
  })
  expect(waited).toEqual([1_200, 1_200])
})

test('concurrent lookups share one request, counted for the first client only', async () => {
  const answer = Promise.withResolvers<{ kind: 'not-found' }>()
  const counted: string[] = []
  let looked = 0
  let asked = 0
  const { find } = createFindFacts({
    stored: async () => null,
    local: () => {
      looked++
      return { kind: 'not-found' }
    },
    outside: [
      () => {
        asked++
        return answer.promise
      },
    ],
    save: async () => {},
    refreshLater: () => {},
    mayAskOutside: async address => {
      counted.push(address)
      return { kind: 'allowed' }
    },
    now: () => 0,
  })
  const doi = parseDoi('10.1000/x') ?? expect.fail()
  const first = find(doi, '192.0.2.1')
  await expect.poll(() => counted).toEqual(['192.0.2.1'])
  const second = find(doi, '192.0.2.2')
  await expect.poll(() => looked).toBe(2)
  answer.resolve({ kind: 'not-found' })
  expect(await Promise.all([first, second])).toEqual([{ kind: 'not-found' }, { kind: 'not-found' }])
  expect({ asked, counted }).toEqual({ asked: 1, counted: ['192.0.2.1'] })
})

const paper = work('10.1000/x', { details: noDetails })
const found: FactsAnswer = { kind: 'found', facts: paper }
const notFound: FactsAnswer = { kind: 'not-found' }
const day = 86_400_000
const now = 1_000 * day

type World = { stored?: StoredAnswer; local?: FactsAnswer; outside?: FactsAnswer[]; may?: MayAsk }

/** Looks up 10.1000/x with the given sources; returns the result and its side effects. */
const look = async ({ stored, local = notFound, outside = [], may = { kind: 'allowed' } }: World) => {
  const saved: [Doi, Kept][] = []
  const refreshed: Doi[] = []
  let asked = 0
  const { find, findNear } = createFindFacts({
    stored: async () => stored ?? null,
    local: () => local,
    outside: outside.map(answer => async () => {
      asked++
      return answer
    }),
    save: async (...kept) => void saved.push(kept),
    refreshLater: doi => refreshed.push(doi),
    mayAskOutside: async () => may,
    now: () => now,
  })
  const near = await findNear(paper.doi)
  expect({ asked, saved, refreshed }).toEqual({ asked: 0, saved: [], refreshed: [] })
  return { near, answer: await find(paper.doi, '192.0.2.1'), asked, saved, refreshed }
}

describe('stored metadata', () => {
  const ago = (ms: number): StoredAnswer => ({ kind: 'found', facts: paper, fetchedAt: now - ms })
  const unknownFor = (ms: number): StoredAnswer => ({ kind: 'not-found', fetchedAt: now - ms })

  test.each([
    ['for less than 30 days are fresh', ago(30 * day - 1), found, []],
    ['for 30 days are asked for again', ago(30 * day), found, [paper.doi]],
    [
      'without details, as a list gives them, are asked for again',
      { ...ago(0), facts: { ...paper, details: null } } as StoredAnswer,
      { kind: 'found', facts: { ...paper, details: null } },
      [paper.doi],
    ],
    ['that there are none are fresh for less than a day', unknownFor(day - 1), notFound, []],
    ['that there are none are asked for again after a day', unknownFor(day), notFound, [paper.doi]],
  ])('metadata stored %s', async (_, stored, told, refreshed) => {
    const seen = await look({ stored, outside: [found] })
    expect(seen).toMatchObject({ near: told, answer: told, saved: [], refreshed })
    // No external service is enabled.
    expect((await look({ stored, outside: [] })).refreshed).toEqual([])
  })
})

describe('metadata of the local index', () => {
  test('local metadata is returned at once and refreshed in the background', async () => {
    expect(await look({ local: found, outside: [notFound] })).toMatchObject({
      answer: found,
      saved: [],
      refreshed: [paper.doi],
    })
  })

  test('local metadata counts as fresh while a recent not-found is stored', async () => {
    const stored: StoredAnswer = { kind: 'not-found', fetchedAt: now }
    expect(await look({ stored, local: found, outside: [found] })).toMatchObject({ answer: found, refreshed: [] })
  })

  test('local metadata is all there is without external services', async () => {
    expect(await look({ local: found })).toMatchObject({ answer: found, refreshed: [] })
    expect(await look({})).toMatchObject({ answer: notFound, saved: [], refreshed: [] })
  })

  test('unreadable local metadata is not reported as missing', async () => {
    const unread: FactsAnswer = { kind: 'unavailable' }
    expect((await look({ local: unread, outside: [notFound] })).answer).toEqual(unread)
  })
})

describe('external metadata', () => {
  test('external metadata is stored completely without querying the next service', async () => {
    const updates = [] as const
    const versions = { source: 'crossref', versions: [] } as const
    const references = { source: 'crossref', cited: { dois: [] }, published: '2001' } as const
    const told: FactsAnswer = { ...found, updates, versions, references }
    const { near, answer, ...rest } = await look({ outside: [notFound, told, notFound] })
    expect([near, answer]).toEqual([notFound, told])
    expect(rest.saved).toEqual([
      [paper.doi, { facts: paper, updates: [], versions: [versions], references: [references] }],
    ])
    expect(rest).toMatchObject({ asked: 2, refreshed: [] })
  })

  test('metadata without update information is stored, and updates fetched in the background', async () => {
    const { answer, saved, refreshed } = await look({ outside: [found] })
    expect(answer).toEqual(found)
    expect(saved).toEqual([[paper.doi, { facts: paper, updates: null, versions: [], references: [] }]])
    expect(refreshed).toEqual([paper.doi])
  })

  test.each([
    [[notFound], null],
    [[notFound, { kind: 'not-found', updates: 'unknown' }], 'unknown'],
    [[{ kind: 'not-found', updates: 'unknown' }, notFound], 'unknown'],
  ] as const)('a not-found result is stored with its update state: %j', async (outside, updates) => {
    const { answer, saved, refreshed } = await look({ outside: [...outside] })
    expect(answer).toEqual(notFound)
    expect(saved).toEqual([[paper.doi, { facts: null, updates, versions: [], references: [] }]])
    expect(refreshed).toEqual([])
  })

  test.each([
    [[{ kind: 'unavailable', silent: ['OpenAlex'] }, notFound], ['OpenAlex']],
    [[notFound, { kind: 'unavailable', silent: ['Crossref'] }], ['Crossref']],
    [[{ kind: 'unavailable' }, { kind: 'unavailable', silent: ['Crossref'] }], ['Crossref']],
  ] as const)('an unavailable service prevents a not-found result: %j', async (outside, silent) => {
    const { answer, saved } = await look({ outside: [...outside] as FactsAnswer[] })
    expect(answer).toEqual({ kind: 'unavailable', silent })
    expect(saved).toEqual([])
  })

  test('a client over its limit triggers no external lookup', async () => {
    const may: MayAsk = { kind: 'refused', retryAfterSeconds: 7 }
    const { answer, asked, saved } = await look({ outside: [found], may })
    expect(answer).toEqual({ kind: 'unavailable', retryAfter: 7 })
    expect([asked, saved]).toEqual([0, []])
  })
})
