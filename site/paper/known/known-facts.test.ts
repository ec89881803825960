import { describe, expect, test } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import type { ReplicationEntry } from './evidence.ts'
import {
  factOfAnnounced,
  factOfAttempt,
  factOfEvent,
  factOfNote,
  factOfRecord,
  factOfRepeated,
  factOfReport,
  sourceOf,
} from './known-facts.ts'
import type { KnownEvent } from './merge-events.ts'
import { type Attempt, mergeAttempts } from './merge-evidence.ts'
import { exampleEvidence, exampleReplication, exampleUpdate } from './testing/index.ts'
import { meaningOf } from './update-types.ts'

const doi = doiFromText('10.1000/paper') as Doi
const anId = expect.stringMatching(/^fact-[0-9a-f]{10}$/)

const event = ({ type = 'correction', ...given }: Partial<KnownEvent> = {}): KnownEvent => ({
  ...exampleUpdate({ type }),
  datesRecord: false,
  meaning: meaningOf(type),
  sources: ['publisher'],
  ...given,
})
const attempt = (given: Partial<ReplicationEntry> = {}): Attempt => {
  const { attempts, reports } = mergeAttempts(exampleEvidence({ replications: [exampleReplication(given)] }))
  return [...attempts, ...reports][0] as Attempt
}

test('a retraction stated by a record is attributed to it, without a date', () => {
  const source = { name: 'OpenAlex', href: null }
  expect(factOfRecord(doi, meaningOf('withdrawal'), source)).toEqual({
    id: anId,
    year: null,
    date: null,
    dateIsLatest: false,
    kind: 'retraction',
    label: 'Withdrawal',
    title: null,
    doi: null,
    href: 'https://doi.org/10.1000/paper',
    source,
    noun: { one: 'withdrawal', many: 'withdrawals' },
    quote: null,
    group: 'event',
    outcome: null,
  })
})

describe('events of a paper', () => {
  const fact = {
    id: anId,
    year: 2019,
    date: '2019-04-30',
    dateIsLatest: false,
    kind: 'correction',
    label: 'Correction',
    title: 'Correction to: A paper',
    doi: '10.1000/notice',
    href: 'https://doi.org/10.1000/notice',
    source: { name: 'the publisher, through Crossref', href: 'https://www.crossref.org' },
    noun: { one: 'correction', many: 'corrections' },
    quote: null,
    group: 'event',
    outcome: null,
  }

  test('an event has date, notice and source', () => {
    expect(factOfEvent(event())).toEqual(fact)
  })

  test.each([null, '10.1000/paper'])('an event announced only by %j links to the paper without a title', noticeDoi => {
    expect(factOfEvent(event({ noticeDoi }))).toEqual({
      ...fact,
      title: null,
      doi: null,
      href: 'https://doi.org/10.1000/paper',
    })
  })

  test('an event states its reasons in plain language, if known', () => {
    expect(factOfEvent(event({ reasons: ['Concerns/Issues About Data'] }))).toEqual({
      ...fact,
      reasons: ['concerns about data'],
    })
  })

  test('an event dated only by a record shows that year as the record’s', () => {
    expect(factOfEvent(event({ datesRecord: true, sources: ['crossref'] }))).toEqual({
      ...fact,
      date: '2019',
      dateIsLatest: true,
      source: { name: 'Crossref (the year is that of Crossref’s record)', href: 'https://www.crossref.org' },
    })
    expect(factOfEvent(event({ date: null }))).toEqual({ ...fact, year: null, date: null })
  })
})

describe('events announced by a notice', () => {
  const about = (type: string, meaning = meaningOf(type)) => factOfAnnounced(event({ type, meaning }), () => null)

  test('the event names the other paper, with its title if known', () => {
    const fact = {
      id: anId,
      year: 2019,
      date: '2019-04-30',
      dateIsLatest: false,
      kind: 'notice',
      label: 'Corrects another paper',
      title: 'The other paper',
      doi: '10.1000/paper',
      href: '/10.1000/paper',
      source: { name: 'the publisher, through Crossref', href: 'https://www.crossref.org' },
      quote: null,
      group: 'announced',
      outcome: null,
    }
    expect(factOfAnnounced(event(), () => ({ title: 'The other paper', year: 2010 }))).toEqual(fact)
    expect(factOfAnnounced(event(), () => null)).toEqual({ ...fact, title: null })
  })

  test.each([
    ['retraction', 'Retracts another paper'],
    ['partial-retraction', 'Retracts a part of another paper'],
    ['withdrawal', 'Withdraws another paper'],
    ['removal', 'Withdraws another paper'],
    ['expression-of-concern', 'Raises concern about another paper'],
    ['reinstatement', 'Reinstates another paper'],
    ['erratum', 'Corrects another paper'],
    ['comment', 'Is a notice about another paper'],
    ['republication', 'Published in place of a retracted paper'],
  ])('as %s it reads "%s"', (type, label) => {
    expect(about(type).label).toBe(label)
  })
})

test.each<[KnownEvent['sources'], string, string | null]>([
  [['retraction-watch-list'], 'Retraction Watch', 'https://retractionwatch.com'],
  [['retraction-watch'], 'Retraction Watch, through Crossref', 'https://retractionwatch.com'],
  [
    ['publisher', 'retraction-watch'],
    'Retraction Watch and the publisher, through Crossref',
    'https://retractionwatch.com',
  ],
  [
    ['retraction-watch-list', 'publisher'],
    'Retraction Watch and the publisher, through Crossref',
    'https://retractionwatch.com',
  ],
  [['crossref', 'retraction-watch-list'], 'Retraction Watch', 'https://retractionwatch.com'],
  [['starter', 'crossref'], 'Crossref', 'https://www.crossref.org'],
  [['crossref', 'publisher'], 'the publisher, through Crossref', 'https://www.crossref.org'],
  [['title', 'starter'], 'the publisher’s notice', null],
  [['title'], 'the title of the notice', null],
])('the source of %j is %s', (sources, name, href) => {
  expect(sourceOf(event({ sources }))).toEqual({ name, href })
})

describe('replication of the paper', () => {
  const fact = {
    id: anId,
    year: 2015,
    date: '2015',
    dateIsLatest: false,
    kind: 'held',
    label: 'Replicated',
    title: 'A replication',
    doi: '10.1000/replication',
    href: 'https://doi.org/10.1000/replication',
    source: { name: 'FORRT (CC BY 4.0)', href: 'https://forrt.org' },
    quote: 'It held once more.',
    group: 'attempt',
    outcome: 'held',
  }

  test('a replication has outcome, link and coder', () => {
    expect(factOfAttempt(attempt())).toEqual(fact)
  })

  test('a replication without a DOI links to its URL if it is a web URL', () => {
    const at = (replicationUrl: string | null) => factOfAttempt(attempt({ replicationDoi: null, replicationUrl }))
    expect(at('https://osf.io/abcde')).toEqual({ ...fact, doi: null, href: 'https://osf.io/abcde' })
    expect(at('HTTP://osf.io').href).toBe('HTTP://osf.io')
    for (const address of [null, 'osf.io', 'ftp://osf.io', 'javascript:alert("https://osf.io")'])
      expect(at(address).href).toBeNull()
  })

  test('a replication of unknown year has no date', () => {
    expect(factOfAttempt(attempt({ replicationYear: null }))).toEqual({ ...fact, year: null, date: null })
  })

  test('a replication representing several studies states their number and the latest year', () => {
    expect(factOfAttempt(attempt({ count: 4 }))).toEqual({ ...fact, count: 4, dateIsLatest: true })
  })

  test.each([
    ['replication', 'failed', 'not-held', 'Failed to replicate'],
    ['replication', 'mixed', 'mixed', 'Mixed replication results'],
    ['replication', '', 'mixed', 'Unclear replication results'],
    ['replication', 'success', 'held', 'Replicated (success)'],
    ['replication', 'descriptive only', 'mixed', 'Unclear replication results (descriptive only)'],
    ['reproduction', 'successful', 'held', 'Reproduced'],
  ])('a %s coded "%s" has icon %s and reads "%s"', (type, outcome, kind, label) => {
    expect(factOfAttempt(attempt({ type, outcome }))).toMatchObject({ kind, outcome: kind, label })
  })

  test('a replication coded differently shows each coding', () => {
    const twice = [exampleReplication({ outcome: 'failed' }), exampleReplication({ outcome: 'mixed' })]
    const [one] = mergeAttempts(exampleEvidence({ replications: twice })).attempts
    expect(factOfAttempt(one as Attempt).label).toBe('Mixed replication results (coded as failed and as mixed)')
  })

  test('a community report links to its page, with its date', () => {
    const path = '/10.1000/paper/reports/1'
    const report = attempt({
      ...{ source: 'report', replicationDoi: null, replicationUrl: path, replicationDate: '2026-05-02' },
      ...{ type: 'reproduction', outcome: 'partial' },
    })
    const told = {
      ...fact,
      ...{
        date: '2026-05-02',
        kind: 'mixed',
        outcome: 'mixed',
        label: 'Mixed reproduction results',
        doi: null,
        href: path,
      },
      isReproduction: true,
      noun: { one: 'community report', many: 'community reports' },
      ...{ source: { name: 'a Corroborate report', href: null }, group: 'report', isReport: true },
    }
    expect(factOfReport(report)).toEqual(told)
    expect(factOfReport({ ...report, isUncounted: true })).toEqual({
      ...told,
      kind: 'note',
      outcome: null,
    })
  })
})

describe('paper that is a replication', () => {
  const fact = {
    id: anId,
    year: 2015,
    date: '2015',
    dateIsLatest: false,
    kind: 'notice',
    label: 'Replicated an earlier paper',
    noun: { one: 'replication of an earlier paper', many: 'replications of earlier papers' },
    title: 'A paper',
    doi: '10.1000/paper',
    href: '/10.1000/paper',
    source: { name: 'FORRT (CC BY 4.0)', href: 'https://forrt.org' },
    quote: 'It held once more.',
    group: 'repeated',
    outcome: 'held',
  }

  test('the replicated paper is shown with the outcome', () => {
    expect(factOfRepeated(attempt())).toEqual(fact)
    expect(factOfRepeated(attempt({ type: 'reproduction', outcome: 'failed', replicationYear: null }))).toEqual({
      ...fact,
      ...{ year: null, date: null, label: 'Could not reproduce an earlier paper', outcome: 'not-held' },
      isReproduction: true,
      noun: { one: 'reproduction of an earlier paper', many: 'reproductions of earlier papers' },
    })
  })
})

describe('community notes', () => {
  const path = '/10.1000/paper/comment?note=a#note-a'
  const fact = {
    id: anId,
    year: 2026,
    date: '2026-05-02',
    dateIsLatest: false,
    kind: 'note',
    label: 'Community note',
    title: null,
    doi: null,
    href: path,
    source: { name: 'Ada', href: null },
    noun: { one: 'community note', many: 'community notes' },
    quote: null,
    group: 'note',
    outcome: null,
  }

  test('a note has author, date and link', () => {
    expect(factOfNote({ by: 'Ada', date: '2026-05-02', path })).toEqual(fact)
  })

  test('a note representing several states the number of the others', () => {
    const told = (count: number) => factOfNote({ by: 'Ada', date: '2026-05-02', path, count })
    expect(told(1)).toEqual({ ...fact, dateIsLatest: true, count: 1, label: '1 more community note' })
    expect(told(2)).toEqual({ ...fact, dateIsLatest: true, count: 2, label: '2 more community notes' })
  })
})

test('fact ids are unique within a paper and stable', () => {
  const facts = () => [
    factOfRecord(doi, meaningOf('retraction'), { name: 'OpenAlex', href: null }),
    factOfEvent(event()),
    factOfEvent(event({ type: 'erratum' })),
    factOfEvent(event({ noticeDoi: null })),
    factOfEvent(event({ date: '2019-05-01' })),
    factOfAnnounced(event(), () => null),
    factOfAttempt(attempt()),
    factOfAttempt(attempt({ type: 'reproduction' })),
    factOfAttempt(attempt({ replicationDoi: '10.1000/other' })),
    factOfAttempt(attempt({ replicationDoi: null, replicationUrl: 'https://osf.io/a' })),
    factOfRepeated(attempt()),
    factOfNote({ by: 'Ada', date: '2026-05-02', path: '/a' }),
    factOfNote({ by: 'Ada', date: '2026-05-02', path: '/b' }),
  ]
  const ids = facts().map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(facts().map(({ id }) => id)).toEqual(ids)
})
