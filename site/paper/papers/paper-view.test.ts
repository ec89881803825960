import { describe, expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { nothingKnown, type Status } from '../known/index.ts'
import type { FactsAnswer } from './facts-store.ts'
import type { FindFacts } from './find-facts.ts'
import { createPaperView, withRecord } from './paper-view.ts'
import { work } from './testing/index.ts'

const found: FactsAnswer = { kind: 'found', facts: work('10.1000/x') }
const unknown: FactsAnswer = { kind: 'not-found' }
const silent: FactsAnswer = { kind: 'unavailable', silent: ['OpenAlex', 'Crossref'] }
const unasked: FactsAnswer = { kind: 'unavailable', retryAfter: 60 }

describe('empty status', () => {
  const [nothing, neutral] = [nothingKnown, { ...nothingKnown, kind: 'neutral' }] as const satisfies Status[]

  test.each<[string, FactsAnswer, string | null, Partial<Status>]>([
    ['of a paper whose record we have', found, null, { kind: 'nothing', silent: [] }],
    ['of one that nobody has a record of', unknown, null, { kind: 'no-record' }],
    ['while services do not answer', silent, null, { kind: 'not-asked', silent: ['OpenAlex', 'Crossref'] }],
    ['while one is known to be silent', found, 'Crossref', { kind: 'not-asked', silent: ['Crossref'] }],
    ['while one is silent twice over', silent, 'Crossref', { kind: 'not-asked', silent: ['OpenAlex', 'Crossref'] }],
    ['where nobody was asked', unasked, null, { kind: 'not-asked', silent: [] }],
    ['of one without a record, while one is silent', unknown, 'Crossref', { kind: 'not-asked', silent: ['Crossref'] }],
  ])('an empty status is accurate: %s', (_, record, who, expected) => {
    expect(withRecord(nothing, record, who)).toEqual({ ...nothing, ...expected })
  })

  test('an empty status is not shown when there is any evidence, even neutral', () => {
    expect(withRecord(neutral, unknown, null)).toBe(neutral)
    expect(withRecord(neutral, silent, null)).toMatchObject({ kind: 'not-asked' })
    const gone: Status = { ...nothingKnown, kind: 'retracted' }
    for (const record of [found, unknown, silent]) expect(withRecord(gone, record, 'Crossref')).toBe(gone)
  })
})

/** The view of a paper of which sources answer as given, by DOI; the others know of nothing. */
const view = async (doi: string, { answers = {}, updates = [] as object[], replications = [] as object[] } = {}) => {
  const asked: string[] = []
  const answerOf = (of: string): FactsAnswer => (answers as Record<string, FactsAnswer>)[of] ?? unknown
  const facts: FindFacts = {
    find: async of => {
      asked.push(`find ${of}`)
      return answerOf(of)
    },
    findNear: async of => {
      asked.push(`near ${of}`)
      return answerOf(of)
    },
  }
  const index = { local: () => unknown, localMany: () => new Map(), titled: () => [], startsKnown: () => new Set() }
  const read = createPaperView({
    ...{ facts, versions: async () => [], statuses: async () => new Map(), sources: async () => [] as never },
    known: { one: async () => ({ updates, replications, notes: [], askedAt: null }) as never },
    ...{ crossref: () => 'reachable' as const, near: async ask => ask(index as never) },
    ...{ sections: async () => ({}), now: () => Date.UTC(2026, 0) },
  })
  return { view: await read(storedDoi(doi), null, '192.0.2.1'), asked }
}

describe('paper page', () => {
  test('an unknown DOI has a page unless it cannot be registered', async () => {
    expect((await view('10.1000/x')).view.kind).toBe('page')
    expect((await view('10.01/x')).view).toEqual({ kind: 'impossible' })
  })

  test.each([
    [
      {
        updates: [{ doi: '10.01/x', type: 'correction', noticeDoi: null, date: null, title: null, source: 'crossref' }],
      },
    ],
    [{ answers: { '10.01/x': found } }],
  ])('is there for whatever somebody knows: %j', async given => {
    expect((await view('10.01/x', given)).view.kind).toBe('page')
  })

  test('an unknown path below a paper’s DOI has no page', async () => {
    const answers = { '10.1000/x': found }
    expect((await view('10.1000/x/pdf/full', { answers })).view).toEqual({ kind: 'below', doi: '10.1000/x' })
    expect((await view('10.1000/x/pdf', { answers: { ...answers, '10.1000/x/pdf': found } })).view.kind).toBe('page')
    expect((await view('10.1000/x/pdf', { answers: { ...answers, '10.1000/x/pdf': silent } })).view.kind).toBe('page')
    expect((await view('10.1000/y/pdf', { answers })).view.kind).toBe('page')
  })

  test('a DOI with trailing punctuation redirects if the paper is known and the other is not', async () => {
    const answers = { '10.1000/x': found }
    expect((await view('10.1000/x.', { answers })).view).toEqual({ kind: 'moved', path: '/10.1000/x' })
    expect((await view('10.1000/y.', { answers })).view.kind).toBe('page')
    const both = await view('10.1000/x.', { answers: { ...answers, '10.1000/x.': found } })
    expect([both.view.kind, both.asked]).toEqual(['page', ['find 10.1000/x.']])
    const away = await view('10.1000/x.', { answers: { ...answers, '10.1000/x.': silent } })
    expect([away.view.kind, away.asked]).toEqual(['moved', ['find 10.1000/x.', 'near 10.1000/x']])
  })

  test('the page states when a rate-limited client may retry, and which service is unavailable', async () => {
    const of = async (answer: FactsAnswer) => {
      const { view: made } = await view('10.1000/x', { answers: { '10.1000/x': answer } })
      return made.kind === 'page' ? [made.retryAfter, made.model.record, made.model.freshness.silent] : made.kind
    }
    expect(await of(unasked)).toEqual([60, 'unavailable', null])
    expect(await of(silent)).toEqual([null, 'unavailable', 'Crossref'])
    expect(await of({ kind: 'unavailable', silent: ['OpenAlex'] })).toEqual([null, 'unavailable', null])
    expect(await of(found)).toEqual([null, 'found', null])
  })
})
