import { describe, expect, onTestFinished, test } from 'vitest'
import { type Doi, storedDoi } from '../../kit/doi/index.ts'
import { startScriptedService } from '../../testing/index.ts'
import { batchForOneRequest, fetchCitingPapers, fetchOpenAlexIds, openAlexId } from './open-alex-lists.ts'

describe('batching of list queries', () => {
  const dois = (...names: string[]) => names.map(storedDoi)

  test.each([
    ['nothing', [], []],
    ['all of a few', dois('10.1/a', '10.1/b'), dois('10.1/a', '10.1/b')],
    ['one with a comma alone', dois('10.1/a,b', '10.1/b'), dois('10.1/a,b')],
    ['one with a bar alone', dois('10.1/a|b', '10.1/b'), dois('10.1/a|b')],
    ['none with a comma among others', dois('10.1/a', '10.1/b,c', '10.1/d'), dois('10.1/a', '10.1/d')],
    ['one that is longer than an address', dois(`10.1/${'é'.repeat(900)}`, '10.1/b'), dois(`10.1/${'é'.repeat(900)}`)],
  ])('a list query contains %s', (_, given, together) => {
    expect(batchForOneRequest(given)).toEqual(together)
  })

  test.each([10, 60, 200, 1000])(
    'a list query has at most fifty DOIs within the URL limit: DOIs of %i characters',
    length => {
      const many = Array.from({ length: 200 }, (_, n) => storedDoi(`10.1/${n}${'<'.repeat(length)}`))
      const few = batchForOneRequest(many)
      expect(few).toEqual(many.slice(0, few.length))
      expect(few.length).toBeLessThanOrEqual(50)
      expect(few.length).toBeGreaterThan(0)
      if (few.length > 1) expect(encodeURIComponent(few.join('|')).length).toBeLessThan(3_800)
    },
  )
})

test.each([
  ['https://openalex.org/W2741809807', 'W2741809807'],
  ['W7', 'W7'],
  ['https://openalex.org/A7', null],
  ['https://evil.example/W7', null],
  ['W7|W8', null],
  [null, null],
  [undefined, null],
])('the id in %s is %s', (address, id) => {
  expect(openAlexId(address)).toBe(id)
})

/** A fake OpenAlex with a fixed response that records its requests. */
const openAlexThat = async (status: number, body: unknown, apiKey?: string) => {
  const service = await startScriptedService(() => ({ status, body }))
  onTestFinished(() => service.close())
  const web = { userAgent: 'test', patience: 2_000, wait: async () => {}, now: () => 0 }
  return {
    options: { url: service.url, apiKey, web, signal: new AbortController().signal },
    asked: () => service.requests.map(({ target }) => decodeURIComponent(target)),
    accepted: () => service.requests.map(({ headers }) => headers.accept),
  }
}
const w = (n: number) => `https://openalex.org/W${n}`
const [a, b, c] = ['10.1000/a', '10.1000/b', '10.1000/c'].map(storedDoi) as [Doi, Doi, Doi]
const noList = 'It returned an unexpected response.'

describe('OpenAlex ids', () => {
  test('ids are fetched together, selecting only the required fields', async () => {
    const { options, asked, accepted } = await openAlexThat(200, { results: [] })
    expect(await fetchOpenAlexIds(options, [a, b])).toEqual({ works: [], asked: [a, b] })
    expect(asked()).toEqual(['/works?filter=doi:10.1000/a|10.1000/b&select=id,doi,display_name&per_page=100'])
    expect(accepted()).toEqual(['application/json'])
  })

  test('ids are fetched with the API key, and a single one at its own URL', async () => {
    const { options, asked } = await openAlexThat(200, { id: w(1), doi: a, display_name: null }, 'the-key')
    expect(await fetchOpenAlexIds(options, [a])).toEqual({ works: [{ doi: a, id: 'W1', title: null }], asked: [a] })
    expect(asked()).toEqual(['/works/doi:10.1000/a?select=id,doi,display_name&api_key=the-key'])
  })

  test('no request is sent without papers', async () => {
    const { options, asked } = await openAlexThat(500, {})
    expect([await fetchOpenAlexIds(options, []), asked()]).toEqual([{ works: [], asked: [] }, []])
  })

  test.each([
    ['nothing', null, []],
    ['a work without an id', { doi: a, display_name: 'A' }, []],
    ['a work with another kind of id', { id: 'https://openalex.org/A1', doi: a }, []],
    ['a work without a DOI', { id: w(1), doi: null }, []],
    ['a work with what is no DOI', { id: w(1), doi: 'none' }, []],
    ['a paper that was not asked for', { id: w(1), doi: 'https://doi.org/10.1000/other' }, []],
    ['a work without a title', { id: w(1), doi: a }, [{ doi: a, id: 'W1', title: null }]],
    ['a title of spaces', { id: w(1), doi: a, display_name: ' ' }, [{ doi: a, id: 'W1', title: null }]],
    ['a title of another type', { id: w(1), doi: a, display_name: 7 }, [{ doi: a, id: 'W1', title: null }]],
    [
      'a title with markup',
      { id: w(1), doi: 'https://doi.org/10.1000/A', display_name: 'On <i>tea</i> &amp; $x^2$' },
      [{ doi: a, id: 'W1', title: 'On tea & x²' }],
    ],
    [
      'a title without an end',
      { id: w(1), doi: a, display_name: 'x'.repeat(3_000) },
      [{ doi: a, id: 'W1', title: 'x'.repeat(2_000) }],
    ],
    [
      'a title whose last letter would be torn',
      { id: w(1), doi: a, display_name: `${'x'.repeat(1_999)}😀` },
      [{ doi: a, id: 'W1', title: `${'x'.repeat(1_999)}\ufffd` }],
    ],
  ])('a response that contains %s yields the right ids', async (_, work, works) => {
    const { options } = await openAlexThat(200, { results: [work] })
    expect(await fetchOpenAlexIds(options, [a, b])).toEqual({ works, asked: [a, b] })
  })

  test.each([400, 404, 410])('a paper for which OpenAlex returns %i has no id', async status => {
    const { options } = await openAlexThat(status, { id: w(1), doi: a })
    expect(await fetchOpenAlexIds(options, [a])).toEqual({ works: [], asked: [a] })
  })

  test.each([
    ['an error, of a list', 403, { results: [] }, [a, b, c], 'It returned error 403.'],
    ['an error, of one', 403, { id: w(1), doi: a }, [a], 'It returned error 403.'],
    ['no list', 200, { results: 7 }, [a, b], noList],
    ['no work', 200, [], [a], noList],
  ])('ids are not assumed missing when the response is %s', async (_, status, body, dois, sentence) => {
    const { options } = await openAlexThat(status, body)
    await expect(fetchOpenAlexIds(options, dois)).rejects.toThrow(sentence)
  })
})

describe('citing works', () => {
  const page = (results: readonly unknown[], next: unknown = 'more') => ({ meta: { next_cursor: next }, results })

  test.each([
    [null, '*'],
    ['here', 'here'],
  ])('citing works are fetched from cursor %s', async (cursor, asked) => {
    const openAlex = await openAlexThat(200, page([]))
    await fetchCitingPapers(openAlex.options, 'W7', cursor)
    expect(openAlex.asked()).toEqual([
      `/works?filter=cites:W7&select=id,doi,publication_date&per_page=100&cursor=${asked}`,
    ])
  })

  test.each([
    [
      'papers, and where it goes on',
      page([{ doi: 'https://doi.org/10.1000/A', publication_date: '2020-01-01' }, { doi: b }]),
      {
        citing: [
          { doi: a, published: '2020' },
          { doi: b, published: null },
        ],
        next: 'more',
      },
    ],
    ['works without a DOI', page([null, { doi: null }, { doi: 'none' }]), { citing: [], next: 'more' }],
    ['nothing, which is the end', page([]), { citing: [], next: null }],
    ['the last of them', page([{ doi: a }], null), { citing: [{ doi: a, published: null }], next: null }],
    ['no word on how it goes on', { results: [{ doi: a }] }, { citing: [{ doi: a, published: null }], next: null }],
    [
      'such a word of another type',
      { meta: 7, results: [{ doi: a }] },
      { citing: [{ doi: a, published: null }], next: null },
    ],
  ])('citing works are read from %s', async (_, body, told) => {
    const { options } = await openAlexThat(200, body)
    expect(await fetchCitingPapers(options, 'W7', null)).toEqual(told)
  })

  test('citing works restart from the beginning if the cursor expired', async () => {
    const { options } = await openAlexThat(400, {})
    expect(await fetchCitingPapers(options, 'W7', 'forgotten')).toEqual({ citing: [], next: '*' })
  })

  test.each([
    ['a refusal at the beginning', 400, {}, null, 'It returned error 400.'],
    ['a refusal at the beginning, asked for again', 400, {}, '*', 'It returned error 400.'],
    ['an error', 403, page([]), 'here', 'It returned error 403.'],
    ['no list', 200, {}, null, noList],
  ])('citing works are not assumed empty when the response is %s', async (_, status, body, cursor, sentence) => {
    const { options } = await openAlexThat(status, body)
    await expect(fetchCitingPapers(options, 'W7', cursor)).rejects.toThrow(sentence)
  })
})
