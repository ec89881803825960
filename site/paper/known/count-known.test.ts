import { expect, test } from 'vitest'
import type { Evidence } from './evidence.ts'
import { countKnown } from './known.ts'
import { mergeEvidence } from './merge-evidence.ts'
import { exampleEvidence, exampleReplication, exampleUpdate } from './testing/index.ts'

const count = (given: Partial<Evidence>) => countKnown(mergeEvidence(exampleEvidence(given)))
/** A notice of its own for each. */
const updates = (...types: string[]) =>
  types.map((type, n) => exampleUpdate({ type, title: null, noticeDoi: `10.1000/notice${n}`, date: `20${10 + n}` }))
/** Events announced by the paper as a notice, one for each other paper. */
const announced = (...types: string[]) =>
  types.map((type, n) =>
    exampleUpdate({ type, title: null, doi: `10.1000/other${n}`, noticeDoi: '10.1000/paper', date: `20${10 + n}` }),
  )
const none = { held: 0, 'not-held': 0, mixed: 0, unclear: 0 }
const nothing = {
  updates: [],
  outcomes: none,
  hasReports: false,
  attemptsTo: 'repeat',
  replacedBy: 0,
  replaces: 0,
  repeats: 0,
  repeatsTo: 'repeat',
  repeatOutcomes: none,
  republishes: false,
  notices: [],
}

test('an unknown paper has no counts', () => {
  expect(count({})).toEqual(nothing)
})

test('events are counted by kind, most severe first', () => {
  const types = ['erratum', 'addendum', 'retraction', 'correction', 'partial-retraction', 'expression-of-concern']
  const { updates: counted } = count({ updates: updates(...types) })
  expect(counted.map(({ noun, count: times }) => `${times} ${noun.one}`)).toEqual([
    '1 partial retraction',
    '1 retraction',
    '1 expression of concern',
    '1 addendum',
    '2 correction',
  ])
})

test('a retraction stated by a record counts once', () => {
  expect(count({ retractedBy: 'OpenAlex' })).toEqual({
    ...nothing,
    updates: [{ noun: { one: 'retraction', many: 'retractions' }, count: 1 }],
  })
})

test('newer versions and republications are not counted as notices', () => {
  const newer = exampleUpdate({ type: 'withdrawal', noticeDoi: '10.1000/paper.pub2', title: null })
  expect(count({ updates: [newer] })).toEqual({ ...nothing, replacedBy: 1 })
  expect(count({ updates: updates('republication') })).toEqual(nothing)
})

test('each earlier version counts once and not as a notice', () => {
  const version = { doi: '10.1000/paper', noticeDoi: '10.1000/paper.pub2', type: 'withdrawal', title: null }
  const of = (...given: { type?: string; doi?: string; date?: string }[]) =>
    count({
      doi: '10.1000/paper.pub2' as Evidence['doi'],
      updates: given.map(one => exampleUpdate({ ...version, ...one })),
    })
  expect(of({})).toEqual({ ...nothing, replaces: 1 })
  expect(of({}, { doi: '10.1000/paper.pub1' })).toEqual({ ...nothing, replaces: 2 })
})

test('replication outcomes are counted, weighted by the studies they represent', () => {
  const ended = (outcome: string, replicationDoi: string, given: { count?: number } = {}) =>
    exampleReplication({ outcome, replicationDoi, ...given })
  const replications = [
    ended('successful', '10.1000/a'),
    ended('failed', '10.1000/b', { count: 3 }),
    ended('mixed', '10.1000/c'),
    ended('mixed', '10.1000/d'),
    ended('uninformative', '10.1000/e'),
  ]
  expect(count({ replications })).toEqual({
    ...nothing,
    outcomes: { held: 1, 'not-held': 3, mixed: 2, unclear: 1 },
  })
  expect(count({ replications: [exampleReplication({ type: 'reproduction' })] }).attemptsTo).toBe('reproduce')
})

test('community reports are counted separately from published replications', () => {
  expect(count({ replications: [exampleReplication({ source: 'report' })] })).toEqual({ ...nothing, hasReports: true })
})

test('replicated papers count once each, with every outcome', () => {
  const of = (originalDoi: string, outcome: string, type: string) =>
    exampleReplication({ originalDoi, outcome, type, replicationDoi: '10.1000/paper' })
  const two = [of('10.1000/a', 'successful', 'reproduction'), of('10.1000/b', 'failed', 'reproduction')]
  expect(count({ replications: two })).toEqual({
    ...nothing,
    repeats: 2,
    repeatsTo: 'reproduce',
    repeatOutcomes: { ...none, held: 1, 'not-held': 1 },
  })
  const twice = [of('10.1000/a', 'successful', 'reproduction'), of('10.1000/a', 'mixed', 'replication')]
  expect(count({ replications: twice })).toEqual({
    ...nothing,
    repeats: 1,
    repeatOutcomes: { ...none, held: 1, mixed: 1 },
  })
})

test('papers affected by a notice are counted by paper, most severe first', () => {
  const types = ['comment', 'erratum', 'withdrawal', 'partial-retraction', 'retraction', 'reinstatement']
  expect(count({ updates: announced(...types, 'expression-of-concern', 'correction') })).toEqual({
    ...nothing,
    notices: [
      { verb: 'withdraws', count: 1 },
      { verb: 'retracts a part of', count: 1 },
      { verb: 'retracts', count: 1 },
      { verb: 'reinstates', count: 1 },
      { verb: 'raises concern about', count: 1 },
      { verb: 'corrects', count: 2 },
      { verb: 'is a notice about', count: 1 },
    ],
  })
  // Two corrections of one paper are about one paper.
  const [once, again] = announced('erratum', 'correction').map(update => ({ ...update, doi: '10.1000/other' }))
  expect(count({ updates: [once, again].flatMap(update => update ?? []) }).notices).toEqual([
    { verb: 'corrects', count: 1 },
  ])
})

test('the replacement of a retracted paper is shown as such rather than as a notice', () => {
  expect(count({ updates: announced('republication') })).toEqual({ ...nothing, republishes: true })
})
