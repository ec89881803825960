import { describe, expect, test } from 'vitest'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import type { RankedWork, SearchAnswer } from '../../paper/works-index/index.ts'
import type { FoundWork } from '../search-box/index.ts'
import { createFindWorks, type OutsideOutcome, type SearchSources } from './find-works.ts'

const work = (n: number): FoundWork => ({
  doi: parseDoi(`10.1000/work.${n}`) as Doi,
  title: `Work ${n}`,
  authors: ['A. Author'],
  authorsTruncated: false,
  journal: null,
  year: 2000 + n,
})

const shouldNotBeCalled = (): never => {
  throw new Error('should not be called')
}

/** Each a little worse than the one before. */
const ranked = (works: readonly FoundWork[]): RankedWork[] => works.map((work, i) => ({ ...work, score: 20 - i }))

type ByDoi = Awaited<ReturnType<SearchSources['byDoi']>>
type Given = {
  local?: FoundWork[] | SearchAnswer
  known?: number[]
  outside?: OutsideOutcome | null
  byDoi?: ByDoi
  byOutsideId?: ByDoi
}

const find = (typed: string, { local, known, outside, byDoi, byOutsideId }: Given) =>
  createFindWorks({
    local: async () =>
      local === undefined
        ? shouldNotBeCalled()
        : Array.isArray(local)
          ? { kind: 'found', works: ranked(local) }
          : local,
    knownAmong: async () => new Set(known?.map(n => work(n).doi)),
    byDoi: async () => byDoi ?? shouldNotBeCalled(),
    byOutsideId: async () => byOutsideId ?? shouldNotBeCalled(),
    outside: outside === null ? null : async () => outside ?? shouldNotBeCalled(),
  })(typed, reader)

/** Address of the searching reader. */
const reader = '192.0.2.1'

const whole = (...works: FoundWork[]) => ({ kind: 'found', works, whole: true })
const inPart = (...works: FoundWork[]) => ({ kind: 'found', works, whole: false })
const busy: SearchAnswer = { kind: 'unavailable', because: 'busy' }
const broken: SearchAnswer = { kind: 'unavailable', because: 'broken' }
const unavailable = { kind: 'unavailable' } as const
const notFound = { kind: 'not-found' } as const

test('a longer list begins with the shorter one', async () => {
  const works = Array.from({ length: 12 }, (_, n) => work(n))
  const findWorks = createFindWorks({
    local: async (_, most) => ({
      kind: 'found',
      works: works.map(one => ({ ...one, score: 1 })).slice(0, Math.max(most, 8)),
    }),
    knownAmong: async () => new Set([work(6).doi]),
    byDoi: shouldNotBeCalled,
    byOutsideId: shouldNotBeCalled,
    outside: null,
  })
  const found = async (most?: number) => (await findWorks('zebras', reader, most)) as { works: FoundWork[] }
  expect((await found()).works).toEqual([6, 0, 1, 2, 3].map(work))
  expect((await found(10)).works).toEqual([6, 0, 1, 2, 3, 4, 5, 7, 8, 9].map(work))
})

test('a source queried for a DOI receives the client address', async () => {
  const told: string[] = []
  const byDoi: SearchSources['byDoi'] = async (_, address) => {
    told.push(address)
    return unavailable
  }
  const byOutsideId: SearchSources['byOutsideId'] = async (_, address) => {
    told.push(address)
    return unavailable
  }
  const findWorks = createFindWorks({
    local: shouldNotBeCalled,
    knownAmong: shouldNotBeCalled,
    byDoi,
    byOutsideId,
    outside: null,
  })
  expect(await findWorks('10.1000/nobody', '192.0.2.1')).toEqual(unavailable)
  expect(await findWorks('PMID: 12345', '192.0.2.2')).toEqual(unavailable)
  expect(told).toEqual(['192.0.2.1', '192.0.2.2'])
})

describe('enough local results', () => {
  test('no external service is queried', async () => {
    const local = [1, 2, 3, 4, 5].map(work)
    expect(await find('some words', { local })).toEqual(whole(...local))
  })
})

describe('equally relevant works', () => {
  const tied = (scores: readonly number[]): SearchAnswer => ({
    kind: 'found',
    works: scores.map((score, i) => ({ ...work(i + 1), score })),
  })

  test('works with evidence come first, even if the index lists them after the fifth', async () => {
    const local = tied([9, 8, 8, 8, 7, 7, 7, 6])
    expect(await find('some words', { local, known: [4, 7, 8] })).toEqual(whole(...[1, 4, 2, 3, 7].map(work)))
  })

  test('a more relevant work stays ahead', async () => {
    expect(await find('some words', { local: tied([9, 8, 7, 6, 5, 4]), known: [5, 6] })).toEqual(
      whole(...[1, 2, 3, 4, 5].map(work)),
    )
  })
})

describe('too few local results', () => {
  test('external results fill up after local ones, without duplicates', async () => {
    const outside: OutsideOutcome = { kind: 'found', works: [2, 3, 4, 5, 6].map(work) }
    expect(await find('some words', { local: [work(3)], outside })).toEqual(whole(...[3, 2, 4, 5, 6].map(work)))
  })

  test('local data of a work takes precedence over external data', async () => {
    const outside: OutsideOutcome = {
      kind: 'found',
      works: [{ ...work(1), title: 'Work 1, as it is called elsewhere' }],
    }
    expect(await find('some words', { local: [work(1)], outside })).toEqual(whole(work(1)))
  })

  test('at most five results are returned', async () => {
    const outside: OutsideOutcome = { kind: 'found', works: [4, 5, 6, 7, 8].map(work) }
    expect(await find('some words', { local: [1, 2, 3].map(work), outside })).toEqual(
      whole(...[1, 2, 3, 4, 5].map(work)),
    )
  })

  test('a last word under 3 letters is not searched externally', async () => {
    expect(await find('some wo', { local: [work(1)] })).toEqual(whole(work(1)))
  })

  test.each<OutsideOutcome>([{ kind: 'too-many-requests' }, { kind: 'unavailable' }])(
    'trouble outside ($kind) is told only when there is nothing to show',
    async outside => {
      expect(await find('some words', { local: [work(1)], outside })).toEqual(inPart(work(1)))
      expect(await find('some words', { local: [], outside })).toEqual(outside)
    },
  )

  test('with external search disabled, only local results are returned', async () => {
    expect(await find('some words', { local: [], outside: null })).toEqual(whole())
  })
})

describe('DOI in the query', () => {
  test.each(['10.1000/work.1', 'https://doi.org/10.1000/WORK.1', 'doi:10.1000/work.1'])(
    '%s finds that work',
    async typed => {
      expect(await find(typed, { byDoi: { kind: 'found', work: work(1) } })).toEqual(whole(work(1)))
    },
  )

  test('a DOI inside a reference finds that work', async () => {
    const typed = 'Author A. (2001). Work 1. https://doi.org/10.1000/WORK.1.'
    expect(await find(typed, { byDoi: { kind: 'found', work: work(1) } })).toEqual(whole(work(1)))
  })

  test.each(['10.1000/nobody', 'doi: 10.1000/nobody', 'https://publisher.example/doi/10.1000/nobody'])(
    'an unknown DOI returns an empty result and is not searched as words: %s',
    async typed => {
      expect(await find(typed, { byDoi: notFound })).toEqual(whole())
    },
  )

  test('the first five of several DOIs are looked up', async () => {
    const asked: string[] = []
    const findWorks = createFindWorks({
      ...{ local: shouldNotBeCalled, knownAmong: shouldNotBeCalled, byOutsideId: shouldNotBeCalled, outside: null },
      byDoi: async doi => {
        asked.push(doi)
        return { kind: 'found', work: work(asked.length) }
      },
    })
    const dois = [1, 2, 3, 4, 5, 6, 7].map(n => `10.1000/work.${n}`)
    expect(await findWorks(dois.join(' and '), reader)).toEqual(whole(...[1, 2, 3, 4, 5].map(work)))
    expect(asked).toEqual(dois.slice(0, 5))
  })
})

describe('pasted identifier', () => {
  test.each([
    'PMID: 23903748',
    'https://pubmed.ncbi.nlm.nih.gov/23903748/',
    'https://ieeexplore.ieee.org/document/8099500',
  ])('%s is the work that it stands for, when somebody knows', async typed => {
    expect(await find(typed, { byOutsideId: { kind: 'found', work: work(1) } })).toEqual(whole(work(1)))
    expect(await find(typed, { byOutsideId: notFound })).toEqual(whole())
    expect(await find(typed, { byOutsideId: unavailable })).toEqual(unavailable)
  })

  test.each(['978-0-306-40615-7', 'https://www.researchgate.net/publication/255698912_Thermometry'])(
    '%s is not searched',
    async typed => {
      expect(await find(typed, {})).toEqual(whole())
    },
  )

  test('a URL longer than any word query is read completely', async () => {
    const typed = `https://example.org/${'x'.repeat(300)}?doi=10.1000/work.1`
    expect(await find(typed, { byDoi: { kind: 'found', work: work(1) } })).toEqual(whole(work(1)))
  })
})

test('an empty query finds nothing and sends no requests', async () => {
  expect(await find('  \u0000 ', {})).toEqual(whole())
})

describe('unavailable results are not reported as empty', () => {
  test('a busy index is reported as unavailable without querying others instead', async () => {
    expect(await find('some words', { local: busy })).toEqual(unavailable)
  })

  test('a broken index is reported as unavailable unless external results are found', async () => {
    const outside: OutsideOutcome = { kind: 'found', works: [work(1)] }
    expect(await find('some words', { local: broken, outside })).toEqual(inPart(work(1)))
    expect(await find('some words', { local: broken, outside: { kind: 'found', works: [] } })).toEqual(unavailable)
    expect(await find('some words', { local: broken, outside: unavailable })).toEqual(unavailable)
    expect(await find('some wo', { local: broken })).toEqual(unavailable)
    expect(await find('some words', { local: broken, outside: null })).toEqual(unavailable)
  })

  test('an unavailable DOI lookup is reported', async () => {
    expect(await find('10.1000/work.1', { byDoi: unavailable })).toEqual(unavailable)
  })

  test('an unavailable DOI lookup in a reference is reported unless its words find something', async () => {
    const typed = 'Author A. (2001). Work 1. https://doi.org/10.1000/work.1.'
    expect(await find(typed, { byDoi: unavailable, local: [], outside: null })).toEqual(unavailable)
    expect(await find(typed, { byDoi: unavailable, local: [work(1)], outside: null })).toEqual(inPart(work(1)))
    expect(await find(typed, { byDoi: notFound, local: [], outside: null })).toEqual(whole())
  })
})
