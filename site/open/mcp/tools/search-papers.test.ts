import { expect, test } from 'vitest'
import type { FindWorks } from '../../../finding/search/index.ts'
import { storedDoi } from '../../../kit/doi/index.ts'
import { nothingKnown } from '../../../paper/known/index.ts'
import type { FoundPapers } from '../../api/index.ts'
import { quotedWarning } from '../tool.ts'
import { createSearchPapers, formatFoundPapers } from './search-papers.ts'

const origin = 'https://corroborate.example'
const asking = { address: '192.0.2.1', account: null, locale: 'en' } as const

/** The tool with a fixed search result, recording its queries. */
const openTool = (outcome: Awaited<ReturnType<FindWorks>>) => {
  const asked: unknown[] = []
  const tool = createSearchPapers({
    findWorks: async (...given) => {
      asked.push(['search', ...given])
      return outcome
    },
    statuses: async dois => {
      asked.push(['statuses', ...dois])
      return new Map(dois.map(doi => [doi, { ...nothingKnown, kind: 'retracted', date: '2020' }]))
    },
    limits: { require: async (...given) => void asked.push(given) },
    origin,
  })
  return { tool, asked }
}

const work = {
  ...{ doi: storedDoi('10.1000/x'), title: 'A paper', authors: ['Ada Lovelace'], journal: 'A journal', year: 2010 },
  authorsTruncated: false,
}

test('a search counts for its IP address, and each paper includes its status', async () => {
  const { tool, asked } = openTool({ kind: 'found', works: [work], whole: true })
  const { data, text } = await tool.answer({ query: 'a paper' }, asking)
  expect(data).toEqual(tool.output.parse(data))
  expect(data).toMatchObject({ papers: [{ doi: '10.1000/x', status: { key: 'retracted' } }], complete: true })
  expect(text).toContain('10.1000/x: Retracted 2020. https://corroborate.example/10.1000/x')
  expect(asked).toEqual([
    ['assistantSearch', { address: '192.0.2.1' }],
    ['search', 'a paper', '192.0.2.1'],
    ['statuses', '10.1000/x'],
  ])
})

test('a failed search is a problem rather than an empty result', async () => {
  const { tool, asked } = openTool({ kind: 'unavailable' })
  await expect(tool.answer({ query: 'a paper' }, asking)).rejects.toThrow(/Search is unavailable/)
  expect(asked.flat()).not.toContain('statuses')
})

test.each([
  [' a ', 'a'],
  ['x'.repeat(1_000), 'x'.repeat(1_000)],
])('%j is a valid search', (query, read) =>
  expect(openTool({ kind: 'unavailable' }).tool.input.parse({ query })).toEqual({ query: read }),
)

test.each([{ query: ' ' }, { query: 'x'.repeat(1_001) }, { query: 'x', most: 1 }, {}])(
  '%j is not a valid search',
  given => expect(openTool({ kind: 'unavailable' }).tool.input.safeParse(given).success).toBe(false),
)

type Paper = FoundPapers['papers'][number]
const found: Paper = {
  ...{ doi: '10.1000/x', page_url: `${origin}/10.1000/x`, title: 'A paper', authors: ['Ada', 'Bob'] },
  ...{ authors_truncated: false, journal: 'A journal', year: 2010, status: null },
}
const answer = (papers: Paper[], given: Partial<FoundPapers> = {}): FoundPapers => ({
  papers,
  complete: true,
  message: null,
  ...given,
})

test.each<[Partial<Paper>, string]>([
  [{}, 'A paper · Ada, Bob · A journal · 2010'],
  [{ authors_truncated: true }, 'A paper · Ada, Bob and others · A journal · 2010'],
  [{ title: null, authors: [], journal: null, year: null }, 'No title'],
  [{ journal: '' }, 'A paper · Ada, Bob · 2010'],
])('record data is quoted on one line: %#', (given, line) => {
  expect(formatFoundPapers(answer([{ ...found, ...given }])).split('\n')).toEqual([
    quotedWarning,
    '',
    `10.1000/x: no retractions, corrections or replications found. ${origin}/10.1000/x`,
    `> ${line}`,
  ])
})

test.each<[Partial<FoundPapers>, string]>([
  [{}, 'No papers found.'],
  [{ message: 'No paper has this DOI.' }, 'No paper has this DOI.'],
])('an empty result is stated: %#', (given, text) => expect(formatFoundPapers(answer([], given))).toBe(text))

test('an unavailable source is mentioned last', () => {
  const words = formatFoundPapers(
    answer([{ ...found, status: { key: 'replicated', label: 'Held' } }], { complete: false }),
  )
  expect(words).toContain(`10.1000/x: Held. ${origin}`)
  expect(words.split('\n').at(-1)).toMatch(/^A source is unavailable/)
})
