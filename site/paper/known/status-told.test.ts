import { describe, expect, test } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import type { Evidence, ReplicationEntry, UpdateEntry } from './evidence.ts'
import { mergeEvidence } from './merge-evidence.ts'
import type { Status } from './model.ts'
import { gravity, nothingKnown, statusOf } from './status.ts'
import { statusNote, statusWords, summarizeReports } from './status-words.ts'
import { exampleEvidence, exampleReplication, exampleUpdate } from './testing/index.ts'

const doi = doiFromText('10.1000/paper') as Doi
const other = (n: number) => doiFromText(`10.1000/other${n}`) as Doi

const update = (given: Partial<UpdateEntry> = {}): UpdateEntry =>
  exampleUpdate({ type: 'retraction', date: '2020-06-05', title: null, ...given })
/** Update announced by the paper's own record about another paper. */
const announces = (of: Doi, type = 'retraction') => update({ doi: of, noticeDoi: doi, type })
const attempt = (given: Partial<ReplicationEntry> = {}): ReplicationEntry =>
  exampleReplication({
    ...{ replicationDoi: '10.1000/attempt', quote: null, originalTitle: null, originalYear: null },
    ...{ replicationTitle: 'Again', ...given },
  })
const status = (given: Partial<Evidence>): Status => {
  const evidence = exampleEvidence({ title: 'A paper', titleFrom: 'OpenAlex', ...given })
  return statusOf(mergeEvidence(evidence), evidence)
}

describe('replication statuses', () => {
  test('the status lists replications with years and collectors', () => {
    const replications = [2019, null, 2012].map((replicationYear, n) =>
      attempt({ replicationYear, replicationDoi: `10.1000/attempt${n}` }),
    )
    expect(status({ replications })).toMatchObject({
      kind: 'held',
      source: { name: expect.stringContaining('FORRT'), href: expect.stringMatching(/^https:/) },
      repeated: { first: 2012, last: 2019 },
    })
  })

  test('the status omits unknown years', () =>
    expect(status({ replications: [attempt({ replicationYear: null })] })).toMatchObject({
      kind: 'held',
      repeated: null,
    }))
})

describe('retraction status', () => {
  test('a retraction has its date and notice', () =>
    expect(status({ updates: [update()] })).toMatchObject({
      ...{ kind: 'retracted', date: '2020-06-05', reasons: [] },
      notice: { doi: '10.1000/notice', href: 'https://doi.org/10.1000/notice' },
    }))

  test.each([null, doi])('a retraction announced only by %j names no notice', noticeDoi =>
    expect(status({ updates: [update({ noticeDoi })] })).toMatchObject({ kind: 'retracted', notice: null }),
  )

  test.each([
    ['2021-01-01', 'reinstated'],
    ['2020-06-05', 'reinstated'],
    ['2020-06-04', 'retracted'],
    [null, 'reinstated'],
  ])('a reinstatement dated %j leaves the paper %s', (date, kind) => {
    const reinstated = update({ type: 'reinstatement', noticeDoi: '10.1000/again', date })
    expect(status({ updates: [update(), reinstated] }).kind).toBe(kind)
  })

  test('an undated retraction is lifted by any reinstatement', () => {
    const reinstated = update({ type: 'reinstatement', noticeDoi: '10.1000/again', date: '1999' })
    expect(status({ updates: [update({ date: null }), reinstated] }).kind).toBe('reinstated')
  })

  test.each([
    ['retraction', 'republished', { doi: '10.1000/again', title: 'Again', href: '/10.1000/again' }],
    ['withdrawal', 'withdrawn', null],
    ['erratum', 'corrected', null],
  ])('with %s as the only other notice the paper is %s', (type, kind, republished) => {
    const again = update({ type: 'republication', noticeDoi: '10.1000/again' })
    const lookUp: Evidence['lookUp'] = doi =>
      doi === '10.1000/again' ? ({ title: 'Again', year: null } as never) : null
    expect(status({ updates: [update({ type }), again], lookUp })).toMatchObject({ kind, republished })
  })
})

describe('notice status', () => {
  test.each([
    ['retraction', 'retracts', 'Retraction notice'],
    ['retract-and-replace', 'retracts', 'Retraction notice'],
    ['partial-retraction', 'retracts a part of', 'Notice of a partial retraction'],
    ['withdrawal', 'withdraws', 'Withdrawal notice'],
    ['expression-of-concern', 'raises concern about', 'Expression of concern about another paper'],
    ['reinstatement', 'reinstates', 'Reinstatement notice'],
    ['erratum', 'corrects', 'Correction notice'],
  ])('a notice of %s %s another paper', (type, verb, short) => {
    const found = status({ updates: [announces(other(1), type)] })
    const papers = [{ doi: other(1), title: null, href: `/${other(1)}` }]
    expect(found).toMatchObject({ kind: 'notice', announces: { verb, papers, byTitle: false } })
    expect(statusWords(found)).toMatchObject({
      word: null,
      short,
      headline: `This is the notice that ${verb} another paper`,
    })
    expect(statusNote(found)).toBe(`This is the notice that ${verb} another paper: https://doi.org/${other(1)}.`)
  })

  test('a notice shows its most severe effect and each paper once', () => {
    const updates = [announces(other(1), 'erratum'), announces(other(2)), announces(other(3)), announces(other(2))]
    const found = status({ updates })
    expect(found.announces).toMatchObject({ verb: 'retracts', papers: [{ doi: other(2) }, { doi: other(3) }] })
    expect(statusNote(found)).toBe(
      `This is the notice that retracts 2 other papers: https://doi.org/${other(2)}, https://doi.org/${other(3)}.`,
    )
  })

  test('a notice with the paper’s title is a new version instead', () => {
    const lookUp = () => ({ title: 'A PAPER!', year: null }) as never
    expect(status({ updates: [announces(other(1))], lookUp })).toMatchObject({ announces: null })
    const another = () => ({ title: 'A papyrus', year: null }) as never
    expect(status({ updates: [announces(other(1))], lookUp: another })).toMatchObject({ kind: 'notice' })
  })

  test.each([
    ['was repeated', attempt()],
    ['repeats another', attempt({ originalDoi: other(9), replicationDoi: doi })],
  ])('a work that %s is a paper unless its title says otherwise', (_, replication) => {
    const given = { updates: [announces(other(1))], replications: [replication] }
    expect(status(given).announces).toBeNull()
    expect(status({ ...given, title: 'Retraction: A paper of ours' }).announces).toMatchObject({ verb: 'retracts' })
  })

  test('a notice recognized by title alone names its paper if known here', () => {
    const title = 'Retraction: A paper of ours'
    const aboutTitled = () => other(1)
    expect(status({ title, aboutTitled }).announces).toMatchObject({
      ...{ verb: 'retracts', papers: [{ doi: other(1) }], byTitle: true },
    })
    expect(statusNote(status({ title, aboutTitled }))).toMatch(/\(found by its title\)\.$/)
    expect(status({ title }).announces).toEqual({ verb: 'retracts', papers: [], byTitle: false })
    expect(statusNote(status({ title }))).toBe('This is the notice that retracts another paper.')
    // Its title does not say of which paper it is.
    expect(status({ title: 'Retraction', aboutTitled }).announces).toEqual({
      ...{ verb: 'retracts', papers: [], byTitle: false },
    })
  })
})

describe('status text', () => {
  test.each([
    [[], 'our sources could not be reached'],
    [['Crossref'], 'Crossref did not respond'],
    [['Crossref', 'OpenAlex'], 'Crossref and OpenAlex did not respond'],
  ])('an unavailable source makes the status unknown (%j)', (silent, why) =>
    expect(statusWords({ ...nothingKnown, kind: 'not-asked', silent })).toMatchObject({
      ...{ word: null, headline: `Status unavailable: ${why}`, short: null, shape: 'unasked' },
    }),
  )

  const held = (given: Partial<Status['reports']>) =>
    summarizeReports({ ...nothingKnown, reports: { ...nothingKnown.reports, ...given } })
  test.each([
    [{}, null],
    [{ uncounted: 1 }, null],
    [{ held: 1, uncounted: 2 }, '1 community report: 1 reproduced.'],
    [{ notHeld: 1, unclear: 1 }, '2 community reports: 1 failed, 1 unclear.'],
  ])('community reports %j read: %j', (reports, words) => expect(held(reports)).toBe(words))

  test('a missing status has no text', () => {
    for (const kind of ['nothing', 'neutral', 'no-record'] as const)
      expect(statusNote({ ...nothingKnown, kind })).toBeNull()
    expect(statusNote({ ...nothingKnown, kind: 'retracted' })).toBe('Retracted.')
  })
})

test('every status has a severity', () => {
  expect(gravity.slice(0, 5)).toEqual(expect.arrayContaining(['retracted', 'withdrawn', 'concern']))
  expect(new Set(gravity).size).toBe(15)
  expect(gravity.indexOf('retracted')).toBeLessThan(gravity.indexOf('not-held'))
  expect(gravity.indexOf('not-held')).toBeLessThan(gravity.indexOf('corrected'))
})
