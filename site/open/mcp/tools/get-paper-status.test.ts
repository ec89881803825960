import { expect, test } from 'vitest'
import { paths, storedDoi } from '../../../kit/doi/index.ts'
import type { WithPapers } from '../../../paper/papers/index.ts'
import type { PublicRow } from '../../../readers/notes/index.ts'
import { examplePaperAnswer } from '../testing/paper-answers.ts'
import { createGetPaperStatus } from './get-paper-status.ts'

const origin = 'https://corroborate.example'
const asking = { address: '192.0.2.1', account: null, locale: 'en' } as const
const elsewhere = { kind: 'elsewhere', doi: '10.1000/y' } as const

const note: PublicRow = {
  ...{ id: 'n1', doi: '10.1000/x', signed_in: 0, author: 'Ada', content: 'It ran.', interests: null },
  ...{ reply_to: null, author_proof: null, published_at: 1 },
}

/** The tool with papers without a status, recording its queries. `view`: the page model. */
const openTool = (view: object = { kind: 'page', model: { doi: '10.1000/x' } }) => {
  const asked: unknown[] = []
  const page = async (...given: unknown[]) => {
    asked.push(['page', ...given])
    return view
  }
  const tool = createGetPaperStatus({
    papers: { page: page as WithPapers['papers']['page'] },
    answers: {
      one: async ({ doi }) => examplePaperAnswer({ doi, summary: 'one', title: 'As its page says' }),
      many: async dois => {
        asked.push(['many', ...dois])
        return new Map(dois.filter(doi => doi !== '10.1000/none').map(doi => [doi, examplePaperAnswer({ doi })]))
      },
    },
    readNotes: async (doi, limit) => {
      asked.push(['notes', doi, limit])
      return doi === '10.1000/x' ? [note] : []
    },
    limits: { require: async (...given) => void asked.push(given) },
    origin,
    now: () => Date.UTC(2026, 10, 25),
  })
  const ask = async (...papers: string[]) => {
    const { data, text } = await tool.answer({ papers }, asking)
    expect(tool.output.parse(data)).toEqual(data)
    return { papers: data.papers, asOf: data.as_of, text }
  }
  return { tool, asked, ask }
}

const limit = (papers: number) => ['assistantPapers', { address: '192.0.2.1' }, papers]

test('a single paper is answered like its page, including community notes', async () => {
  const { asked, ask } = openTool()
  const { papers, asOf, text } = await ask('doi:10.1000/X')
  expect(papers).toMatchObject([
    {
      ...{ requested: 'doi:10.1000/X', error: null },
      paper: {
        doi: '10.1000/x',
        details: { notes: [{ url: origin + paths.note(storedDoi('10.1000/x'), 'n1'), date: '1970-01-01' }] },
      },
    },
  ])
  expect([asOf, text.split('\n')[0]]).toEqual(['2026-11-25T00:00:00.000Z', 'As of 2026-11-25:'])
  expect(asked).toEqual([limit(1), ['page', '10.1000/x', null, '192.0.2.1'], ['notes', '10.1000/x', 10]])
})

test('a paper whose page redirects is answered from local data', async () => {
  const { asked, ask } = openTool(elsewhere)
  expect((await ask('10.1000/x')).papers).toMatchObject([{ paper: { doi: '10.1000/x' } }])
  expect(asked).toContainEqual(['many', '10.1000/x'])
})

test('several papers are answered in order from local data, including duplicates', async () => {
  const { asked, ask } = openTool()
  const { papers } = await ask('10.1000/y', 'no paper', '10.1000/x', '10.1000/Y')
  expect(papers.map(({ requested, paper }) => [requested, paper?.doi])).toEqual([
    ['10.1000/y', '10.1000/y'],
    ['no paper', undefined],
    ['10.1000/x', '10.1000/x'],
    ['10.1000/Y', '10.1000/y'],
  ])
  expect(papers[1]?.error).toMatch(/^Not a DOI/)
  expect(asked).toEqual([
    ...[limit(4), ['many', '10.1000/y', '10.1000/x']],
    ...[
      ['notes', '10.1000/y', 10],
      ['notes', '10.1000/x', 10],
    ],
  ])
})

test('input without any paper sends no requests', async () => {
  const { asked, ask } = openTool()
  expect((await ask('no paper')).papers).toMatchObject([{ requested: 'no paper', paper: null }])
  expect(asked).toEqual([limit(1), ['many']])
})

test('a paper without a result is reported as missing', async () => {
  const { papers } = await openTool().ask('10.1000/none', '10.1000/y')
  expect(papers.map(({ error, paper }) => [error === null, paper === null])).toEqual([
    [false, true],
    [true, false],
  ])
})

test.each([
  [3, true],
  [4, false],
])('with %i papers all their lists are included: %j', async (count, isReportedStatus) => {
  const { papers } = await openTool().ask(...Array.from({ length: count }, (_, n) => `10.1000/${n}`))
  expect(papers.map(({ paper }) => paper?.details !== null)).toEqual(papers.map(() => isReportedStatus))
})

const dois = (count: number) => Array.from({ length: count }, () => '10.1000/x')

test.each([
  [[' x '], ['x']],
  [['x'.repeat(2_000)], ['x'.repeat(2_000)]],
  [dois(1_000), dois(1_000)],
])('request %# is valid', (papers, read) => expect(openTool().tool.input.parse({ papers })).toEqual({ papers: read }))

test.each([
  [{ papers: [] }, 'send at least one DOI'],
  [{ papers: dois(1_001) }, 'send at most 1000 DOIs'],
  [{ papers: [' '] }, /./],
  [{ papers: ['x'.repeat(2_001)] }, /./],
  [{ papers: ['x'], fields: 'all' }, /./],
])('request %# is rejected', (given, sentence) =>
  expect(openTool().tool.input.safeParse(given).error?.issues[0]?.message).toMatch(sentence),
)

test('the server declares if its results go beyond this site', () =>
  expect(openTool().tool).toMatchObject({ scope: null, annotations: { readOnlyHint: true, openWorldHint: true } }))
