import { expect, test } from 'vitest'
import type { StatusKind } from '../../paper/known/index.ts'
import type { CheckedReference } from './model.ts'
import { isRaised, resultOf } from './result.ts'
import { exampleChecked, exampleStatus } from './testing/index.ts'

const of = (...given: Partial<CheckedReference>[]) =>
  resultOf({
    format: 'plain',
    unread: [],
    references: given.map((each, n) => exampleChecked({ number: n + 1, ...each })),
  })
const is = (kind: StatusKind, given: Partial<CheckedReference> = {}) => ({ status: exampleStatus(kind), ...given })
const lost = { doi: null, foundBy: null, title: null, year: null, status: null }
const toSee = { ...lost, maybe: { doi: '10.1000/x', title: 'X', year: 2001, differ: 'year' } } as const
const untested = 'Most papers are never replicated, so finding nothing is not evidence that a paper is reliable.'

test.each<[StatusKind, string, string, string]>([
  ['retracted', '1 of 1 reference was retracted', '2 of 2 references were retracted', 'retracted no'],
  ['republished', '1 of 1 reference was retracted', '2 of 2 references were retracted', 'retracted no'],
  [
    ...([
      'partly-retracted',
      '1 of 1 reference was partly retracted',
      '2 of 2 references were partly retracted',
    ] as const),
    'partly retracted no',
  ],
  ['withdrawn', '1 of 1 reference was withdrawn', '2 of 2 references were withdrawn', 'withdrawn no'],
  [
    ...(['concern', '1 of 1 reference has an expression of concern'] as const),
    ...(['2 of 2 references have an expression of concern', 'with an expression of concern mixed'] as const),
  ],
  [
    ...(['not-held', '1 of 1 reference failed to replicate'] as const),
    ...(['2 of 2 references failed to replicate', 'failed to replicate no-soft'] as const),
  ],
  [
    ...(['mixed', '1 of 1 reference has mixed replication results'] as const),
    ...(['2 of 2 references have mixed replication results', 'with mixed replication results mixed'] as const),
  ],
  ['corrected', '1 of 1 reference was corrected', '2 of 2 references were corrected', 'corrected mixed'],
  [
    ...(['reinstated', '1 of 1 reference was reinstated after a retraction'] as const),
    ...(['2 of 2 references were reinstated after a retraction', 'reinstated yes'] as const),
  ],
  [
    ...(['notice', '1 of 1 reference is a notice about another paper'] as const),
    ...(['2 of 2 references are notices about another paper', 'a notice about another paper none'] as const),
  ],
])('a finding of %s is highlighted in text and bar', (kind, one, two, part) => {
  const { headline, parts, raised, fine, held, missing } = of(is(kind))
  expect([headline, of(is(kind), is(kind)).headline]).toEqual([one, two])
  expect(parts.map(({ words, tone, count }) => `${words} ${tone} ${count}`)).toEqual([`${part} 1`])
  expect([raised.length, fine.length, held.length, missing.length]).toEqual([1, 0, 0, 0])
  expect(isRaised(is(kind))).toBe(true)
})

test.each<[string, Partial<CheckedReference>, 'fine' | 'held' | 'missing' | 'toSee', string]>([
  ['of which nothing is known', is('nothing'), 'fine', 'nothing against them none unknown'],
  ['of which nothing matters', is('neutral'), 'fine', 'nothing against them none unknown'],
  ['about which nobody was asked', is('not-asked'), 'fine', 'nothing against them none unknown'],
  ['that held', is('held'), 'held', 'replicated yes held'],
  ['that is not found', lost, 'missing', 'not found missing missing'],
  ['whose DOI leads nowhere', is('no-record'), 'missing', 'not found missing missing'],
  ['that may be another', toSee, 'toSee', 'to look at yourself missing unasked'],
  [
    'whose DOI leads nowhere, and that may be another',
    { ...is('no-record'), maybe: toSee.maybe },
    'toSee',
    'to look at yourself missing unasked',
  ],
])('a paper %s is classified: %#', (_, given, list, part) => {
  const result = of(given)
  const lists = ['raised', 'fine', 'held', 'missing', 'toSee'] as const
  expect(lists.filter(each => result[each].length > 0)).toEqual([list])
  expect(result.parts.map(({ words, tone, shape, count }) => `${words} ${tone} ${shape} ${count}`)).toEqual([
    `${part} 1`,
  ])
  expect(isRaised(exampleChecked(given))).toBe(false)
})

test('the worst finding comes first in summary, bar and list', () => {
  const { headline, more, parts, raised } = of(is('corrected'), is('concern'), is('retracted'), is('retracted'), lost)
  expect(headline).toBe('2 of 5 references were retracted')
  expect(more).toBe(`1 has an expression of concern, 1 was corrected. 1 was not found. ${untested}`)
  expect(parts.map(({ words }) => words)).toEqual([
    'retracted',
    'with an expression of concern',
    'corrected',
    'not found',
  ])
  expect(raised.map(({ cited }) => cited)).toEqual(['number 3', 'number 4', 'number 2', 'number 1'])
})

test.each<[Partial<CheckedReference>[], string, string]>([
  [[is('nothing')], 'No retractions, concerns or failed replications found in 1 reference', ''],
  [[is('nothing'), is('held')], 'No retractions, concerns or failed replications found in 2 references', ''],
  [
    [lost, toSee],
    'None of your 2 references was found',
    '1 may be a paper that you should look at yourself. 1 was not found. ',
  ],
  [
    [lost, lost, toSee, toSee],
    'None of your 4 references was found',
    '2 may be papers that you should look at yourself. 2 were not found. ',
  ],
  [[is('nothing'), lost], 'No retractions, concerns or failed replications found in 2 references', '1 was not found. '],
  [[is('retracted'), is('held')], '1 of 2 references was retracted', '1 has nothing against it. '],
  [[is('retracted'), is('held'), is('nothing')], '1 of 3 references was retracted', '2 have nothing against them. '],
  [
    [is('nothing', { citesFallen: { count: 1, words: 'x' } })],
    'No retractions, concerns or failed replications found in 1 reference',
    '1 cites papers that were retracted, have an expression of concern or failed to replicate. ',
  ],
  [
    [is('nothing', { citesFallen: { count: 1, words: 'x' } }), is('held', { citesFallen: { count: 2, words: 'x' } })],
    'No retractions, concerns or failed replications found in 2 references',
    '2 cite papers that were retracted, have an expression of concern or failed to replicate. ',
  ],
  [
    [is('nothing', { citesFallen: { count: 0, words: null } })],
    'No retractions, concerns or failed replications found in 1 reference',
    '',
  ],
])('a list is summarized: %#', (given, headline, more) => {
  const result = of(...given)
  expect([result.headline, result.more]).toEqual([headline, more + untested])
})

test('counts of ten and more use digits', () => {
  const result = of(...Array.from({ length: 12 }, () => is('retracted')), is('nothing'))
  expect(result.headline).toBe('12 of 13 references were retracted')
  expect(result.parts.map(({ shape, count }) => [shape, count])).toEqual([
    ['retraction', 12],
    ['unknown', 1],
  ])
})

test('large counts have thousands separators', () => {
  expect(of(...Array.from({ length: 1_000 }, () => is('nothing'))).headline).toMatch(/in 1,000 references$/)
})

test('references citing retracted papers come first, and the rest keeps its order', () => {
  const citing = { citesFallen: { count: 1, words: 'x' } }
  for (const kind of ['held', 'nothing'] as const) {
    const { held, fine } = of(is(kind), is(kind, citing), is(kind), is(kind, citing))
    const rows = kind === 'held' ? held : fine
    expect(rows.map(({ cited }) => cited)).toEqual(['number 2', 'number 4', 'number 1', 'number 3'])
  }
})

test('a row shows the cited title, the paper’s link, its status and match method', () => {
  const status = exampleStatus('retracted', { notice: 'https://doi.org/10.1000/notice' })
  expect(of({ key: 'smith2010', status, citesFallen: { count: 1, words: 'Cites 1' } }).raised).toEqual([
    {
      ...{ id: '10.1000/cats', cited: 'smith2010', title: 'Why cats land on their feet', href: '/10.1000/cats' },
      ...{ shape: 'retraction', what: 'It is retracted', notice: 'https://doi.org/10.1000/notice', cites: 'Cites 1' },
      ...{ year: 2010, found: { words: 'by its DOI', isGuess: false } },
    },
  ])
})

test.each<[Partial<CheckedReference>, Record<string, unknown>]>([
  [{ key: '12' }, { cited: '[12]' }],
  [{ key: 'a12' }, { cited: 'a12' }],
  [{ key: '12a' }, { cited: '12a' }],
  [{ key: null, number: 7 }, { cited: 'number 7' }],
  [{ title: null, citedTitle: 'As cited' }, { title: 'As cited' }],
  [{ title: null }, { title: '10.1000/cats' }],
  [
    { title: null, doi: null, foundBy: null },
    { title: 'A line', id: 'line:1', href: null, found: null },
  ],
  [{ foundBy: 'pmid' }, { found: { words: 'by its PubMed number', isGuess: false } }],
  [{ foundBy: 'arxiv' }, { found: { words: 'by its arXiv number', isGuess: false } }],
  [{ foundBy: 'title' }, { found: { words: 'probably this one: the title agrees', isGuess: true } }],
  [
    { foundBy: 'title', agree: ['year'] },
    { found: { words: 'probably this one: title and year agree', isGuess: true } },
  ],
  [
    { foundBy: 'title', agree: ['year', 'author'] },
    { found: { words: 'probably this one: title, year and first author agree', isGuess: true } },
  ],
  [is('neutral'), { what: null, shape: 'unknown' }],
  [is('nothing'), { what: null, shape: 'unknown' }],
  [is('not-asked'), { what: 'It is not-asked' }],
])('a row of %j shows %j', (given, row) => {
  expect(of(given).fine.concat(of(given).missing)[0]).toMatchObject(row)
})

test.each([
  ['year', /the year does not$/],
  ['author', /the first author does not$/],
  ['title', /the titles are not quite the same$/],
  ['unsaid', /your list does not say enough/],
  ['doi', /the DOI in your list leads to none here/],
] as const)('a row to check explains the difference: %s', (differ, why) => {
  const [row] = of({ ...toSee, maybe: { ...toSee.maybe, differ } }).toSee
  expect(row).toMatchObject({
    id: '10.1000/x',
    href: '/10.1000/x',
    title: 'X',
    year: 2001,
    shape: 'unasked',
    found: null,
  })
  expect(row?.what).toMatch(why)
})

test('a row to check does not mention its unresolvable DOI', () => {
  const { toSee: rows } = of({ ...is('no-record', { doi: '10.1000/new', maybe: { ...toSee.maybe, differ: 'doi' } }) })
  expect(rows).toMatchObject([{ id: '10.1000/x', href: '/10.1000/x', shape: 'unasked', notice: null, found: null }])
})

test('a DOI without a record and without a match shows no match method', () => {
  expect(of(is('no-record')).missing).toMatchObject([{ found: null, what: 'It is no-record', year: 2010 }])
})

test('unreadable input is shown as received', () => {
  const unread = [{ line: 2, text: 'page 7', why: 'Too few words.' }]
  expect(resultOf({ format: 'plain', unread, references: [] })).toMatchObject({ unread, parts: [] })
})
