import { describe, expect, test } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import { type Evidence, factsInEvidence, type NoteEntry, type UpdateEntry } from './evidence.ts'
import { knownFrom } from './known.ts'
import { countedAs } from './Strip.tsx'
import { nothingKnown } from './status.ts'
import { statusWords } from './status-words.ts'
import { layoutStrip } from './strip.ts'
import { exampleEvidence, exampleReplication, exampleUpdate } from './testing/index.ts'

const doi = doiFromText('10.1000/paper') as Doi
const now = Date.UTC(2026, 10, 21)

const update = (given: Partial<UpdateEntry>): UpdateEntry => exampleUpdate({ source: 'crossref', ...given })
const replication = exampleReplication
const known = (given: Partial<Evidence>, said: readonly NoteEntry[] = []) =>
  knownFrom(exampleEvidence(given), said, now)

describe('evidence of a paper', () => {
  test('published evidence precedes community reports, and uncounted reports appear only in their section', () => {
    const report = (number: number, isUncounted?: true) =>
      replication({
        ...{ replicationDoi: null, replicationUrl: `/${doi}/audit/${number}`, replicationTitle: `Report ${number}` },
        ...{ type: 'reproduction', source: 'report', outcome: 'failed', replicationYear: 2026 },
        ...{ replicationDate: `2026-05-0${number}`, quote: null, ...(isUncounted && { isUncounted }) },
      })
    const published = [update({ date: '2012-03-01' })]
    const { status, facts, from, to, summary } = known({
      updates: published,
      replications: [report(3, true), report(2), replication(), report(1, true)],
    })
    expect(facts.map(({ group, title, outcome }) => [group, title, outcome])).toEqual([
      ['attempt', 'A replication', 'held'],
      ['event', 'Correction to: A paper', null],
      ['report', 'Report 2', 'not-held'],
      ['report', 'Report 3', null],
      ['report', 'Report 1', null],
    ])
    expect(statusWords(status).headline).toBe('Replicated (1 of 1 study)')
    expect(summary).not.toMatch(/report/)
    const drawn = [
      ...layoutStrip({ from, to, facts }, 2010).marks.map(({ label }) => label),
      ...countedAs(facts).map(({ words }) => words),
    ].join()
    expect(drawn).toContain('1 community report')
    expect(drawn).not.toMatch(/Report [13]|[23] community reports/)
    const alone = known({ replications: [report(1, true), report(3, true)] })
    expect(statusWords(alone.status).headline).toBe('No retractions, corrections or replications found')
    expect(layoutStrip(alone, null)).toMatchObject({ marks: [], undated: 0 })
    expect(countedAs(alone.facts)).toEqual([])
  })

  test('community notes follow all sources with date and author, and do not change the status', () => {
    const updates = [update({ date: '2012-03-01', source: 'retraction-watch-list' })]
    const path = `/${doi}/comment`
    const said: NoteEntry[] = [
      { by: 'Ada (name not checked)', date: '2026-05-02', path: `${path}?note=a#note-a` },
      { by: 'readers', date: '2026-04-30', path, count: 7 },
    ]
    const { status, summary, facts, to } = known({ updates }, said)
    expect(status).toEqual(known({ updates }).status)
    expect(summary).toBe('One correction. Eight community notes.')
    expect(facts.map(({ kind, label, date, source }) => [kind, label, date, source.name])).toEqual([
      ['correction', 'Correction', '2012-03-01', 'Retraction Watch'],
      ['note', 'Community note', '2026-05-02', 'Ada (name not checked)'],
      ['note', '7 more community notes', '2026-04-30', 'readers'],
    ])
    expect(layoutStrip({ from: 2010, to, facts }, 2010).marks.map(({ kind, label }) => [kind, label])).toEqual([
      ['publication', '2010: published'],
      ['correction', '2012: Correction. Correction to: A paper'],
      ['note', '2026 or earlier: 7 community notes'],
      ['note', '2026: Community note'],
    ])
    expect(known({}, said)).toMatchObject({ status: nothingKnown, from: 2010 })
  })

  test('an empty timeline runs from publication to today', () => {
    expect(known({})).toEqual({
      status: nothingKnown,
      summary: 'No retractions, corrections or replications found.',
      from: 2010,
      to: 2026,
      facts: [],
    })
    expect(known({ year: null })).toMatchObject({ from: 2026, to: 2026 })
  })

  test('each event is listed with type, date, source and link, newest first', () => {
    const { facts, summary } = known({
      updates: [update({}), update({ type: 'expression-of-concern', noticeDoi: '10.1000/concern', date: '2021-02' })],
      replications: [
        replication({}),
        replication({
          replicationDoi: null,
          replicationUrl: 'https://osf.io/abcde',
          outcome: 'failed',
          quote: 'It did not hold.',
          replicationYear: 2022,
        }),
      ],
    })
    expect(facts).toMatchObject([
      {
        kind: 'not-held',
        label: 'Failed to replicate',
        doi: null,
        href: 'https://osf.io/abcde',
        year: 2022,
        source: { name: 'FORRT (CC BY 4.0)' },
      },
      { kind: 'concern', label: 'Expression of concern', date: '2021', year: 2021, doi: '10.1000/concern' },
      {
        kind: 'correction',
        label: 'Correction',
        date: '2019',
        dateIsLatest: true,
        href: 'https://doi.org/10.1000/notice',
        title: 'Correction to: A paper',
      },
      {
        kind: 'held',
        label: 'Replicated',
        quote: 'It held once more.',
        href: 'https://doi.org/10.1000/replication',
        date: '2015',
      },
    ])
    expect(summary).toBe('One expression of concern, one correction, two replications. One succeeded, one failed.')
    expect(new Set(facts.map(fact => fact.id)).size).toBe(4)
  })

  test.each<[string, Partial<UpdateEntry>, string, string]>([
    [
      'a retraction deposited as an erratum',
      { type: 'erratum', retracted: true, title: 'Retraction notice to “A paper”' },
      'retraction',
      'Retraction',
    ],
    [
      'a retraction that no flag tells of',
      { type: 'err', title: 'Retraction notice to: ‘A paper’' },
      'retraction',
      'Retraction',
    ],
    [
      'a flagged notice without a telling title',
      { type: 'correction', retracted: true, title: 'Notice' },
      'retraction',
      'Retraction',
    ],
    [
      'a retraction that Nature heads as a correction',
      { noticeDoi: '10.1038/nature1', title: 'Correction: Retraction: A paper' },
      'retraction',
      'Retraction',
    ],
    [
      'a correction of a retraction',
      { noticeDoi: '10.1371/journal.1', title: 'Correction: Retraction: A paper' },
      'correction',
      'Correction',
    ],
    ['a retraction that says so at the end', { title: 'A paper – RETRACTION' }, 'retraction', 'Retraction'],
    ['a correction of a paper on retraction', { title: 'Erratum: On cone retraction' }, 'correction', 'Correction'],
    [
      'a text that is away for a while',
      { type: 'removal', noticeDoi: doi, title: 'TEMPORARY REMOVAL: A paper' },
      'notice',
      'Temporary removal',
    ],
    ['a misspelt retraction', { type: 'retration' }, 'retraction', 'Retraction'],
    ['a partial retraction', { type: 'partial_retraction' }, 'retraction', 'Partial retraction'],
    ['a withdrawal by the publisher', { type: 'withdrawal' }, 'retraction', 'Withdrawal'],
    ['a removal at the same DOI', { type: 'removal', noticeDoi: doi }, 'retraction', 'Removal'],
    [
      'a newer version of a Cochrane review',
      { type: 'withdrawal', noticeDoi: `${doi}.pub2` },
      'notice',
      'Replaced by a newer version',
    ],
    ['a reinstatement', { type: 'reinstatement' }, 'reinstatement', 'Reinstatement'],
    ['a type in upper case', { type: 'Corrigendum' }, 'correction', 'Correction (corrigendum)'],
    ['an unknown type', { type: 'note_of_thanks' }, 'notice', 'Note of thanks'],
    ['nonsense', { type: '<script>' }, 'notice', 'Notice'],
  ])('evidence: %s', (_, entry, kind, label) => {
    expect(known({ updates: [update(entry)] }).facts).toMatchObject([{ kind, label }])
  })

  test('a retraction is never hidden by another notice', () => {
    const concern = update({ type: 'expression-of-concern', retracted: true, title: 'Expression of Concern' })
    expect(known({ updates: [concern] })).toMatchObject({
      summary: 'One retraction, one expression of concern.',
      facts: [{ kind: 'retraction', date: null }, { kind: 'concern' }],
    })
    expect(known({ retractedBy: 'OpenAlex' }).facts).toMatchObject([
      { kind: 'retraction', source: { name: 'OpenAlex' } },
    ])
    expect(known({ retractedBy: 'OpenAlex', updates: [update({ type: 'retraction' })] }).facts).toHaveLength(1)
  })

  test('a correction after a partial retraction stays a correction even if the record says retracted', () => {
    const partly = update({ type: 'partial_retraction', noticeDoi: '10.1000/part', date: '2004-03-06' })
    const later = update({ type: 'correction', noticeDoi: '10.1000/later', date: '2006-01-02', retracted: true })
    const found = known({ updates: [{ ...partly, retracted: true }, later] })
    expect(found.facts).toMatchObject([
      { kind: 'correction', date: '2006' },
      { kind: 'retraction', label: 'Partial retraction' },
    ])
    expect(found.status.kind).toBe('partly-retracted')
    // Without a partial retraction the flag speaks of the notice itself.
    expect(known({ updates: [later] }).status.kind).toBe('retracted')
  })

  test('an event from two sources is listed once', () => {
    const sources = [
      update({ type: 'retraction', noticeDoi: '10.1000/r', date: '2019-05-02', source: 'publisher' }),
      update({ type: 'retraction', noticeDoi: '10.1000/r', date: '2019-05-01', source: 'retraction-watch' }),
      update({ type: 'retraction', noticeDoi: '10.1000/r', date: '2020-04-14', source: 'crossref' }),
      update({
        type: 'erratum',
        noticeDoi: '10.1000/r',
        date: '2020-04-14',
        retracted: true,
        source: 'crossref',
        title: 'Retraction notice',
      }),
    ]
    expect(known({ updates: sources })).toMatchObject({
      summary: 'One retraction.',
      facts: [{ date: '2019-05-01', source: { name: 'Retraction Watch and the publisher, through Crossref' } }],
    })
  })

  test.each<[string, Partial<UpdateEntry>, Partial<UpdateEntry>, string, string, string?]>([
    [
      'our list knows the day, Crossref is named',
      { source: 'starter', date: '2010-02-06' },
      { source: 'crossref', date: '2019-12-01' },
      '2010-02-06',
      'Crossref',
    ],
    [
      'our list knows the year at least',
      { source: 'starter', date: '2010' },
      { source: 'crossref', date: '2019-12-01' },
      '2010',
      'Crossref',
    ],
    [
      'the publisher knows better',
      { source: 'starter', date: '2010-02' },
      { source: 'publisher', date: '2010-02-06' },
      '2010-02-06',
      'the publisher, through Crossref',
    ],
    [
      'our list is more exact',
      { source: 'starter', date: '2010-02-06' },
      { source: 'retraction-watch', date: '2010' },
      '2010-02-06',
      'Retraction Watch, through Crossref',
    ],
    [
      'Crossref does not say where',
      { source: 'starter', date: '2010-02-06' },
      { source: 'crossref', date: '2019-12-01', noticeDoi: null },
      '2010-02-06',
      'Crossref',
    ],
    [
      'the notice has two DOIs',
      { source: 'starter', date: '2010-02' },
      { source: 'publisher', date: '2010-02-06', noticeDoi: '10.1000/other' },
      '2010-02-06',
      'the publisher, through Crossref',
      '10.1000/other',
    ],
  ])('an event from our own list is merged: %s', (_, own, other, date, name, notice = '10.1000/notice') => {
    const told = [update({ type: 'retraction', ...own }), update({ type: 'retraction', ...other })]
    for (const updates of [told, told.toReversed()])
      expect(known({ updates })).toMatchObject({
        summary: 'One retraction.',
        facts: [{ date, doi: notice, source: { name } }],
      })
  })

  test('evidence from our own list alone is marked, and dates are qualified', () => {
    expect(known({ updates: [update({ source: 'starter' })] }).facts).toMatchObject([
      { source: { name: 'the publisher’s notice', href: null }, href: 'https://doi.org/10.1000/notice' },
    ])
    expect(known({ updates: [update({})] }).facts).toMatchObject([
      { source: { name: 'Crossref (the year is that of Crossref’s record)' } },
    ])
    expect(known({ updates: [update({ date: null })] }).facts).toMatchObject([{ source: { name: 'Crossref' } }])
    expect(known({ replications: [replication({ source: 'starter' })] }).facts).toMatchObject([
      { source: { name: 'the authors who repeated it' }, href: 'https://doi.org/10.1000/replication' },
    ])
  })

  test('FORRT’s current list takes precedence over its earlier coding of a replication', () => {
    const both = [
      replication({ source: 'forrt-earlier', outcome: 'failed' }),
      replication({ source: 'forrt', outcome: 'successful' }),
      replication({ source: 'forrt-earlier', replicationDoi: '10.1000/another', outcome: 'failed' }),
    ]
    for (const replications of [both, both.toReversed()])
      expect(known({ replications })).toMatchObject({
        status: { kind: 'mixed', attempts: { held: 1, notHeld: 1, mixed: 0 } },
        facts: expect.arrayContaining([expect.objectContaining({ label: 'Replicated' })]),
      })
  })

  test('a replication coded by FORRT uses FORRT’s coding', () => {
    const both = [
      replication({ source: 'starter', outcome: 'failed', type: 'reproduction' }),
      replication({ outcome: 'successful' }),
      replication({ source: 'starter', replicationDoi: '10.1000/another', outcome: 'failed' }),
    ]
    const { facts, summary } = known({ replications: both })
    expect(summary).toBe('Two replications. One succeeded, one failed.')
    expect(facts.map(({ doi, source }) => `${doi} ${source.name}`).toSorted()).toEqual([
      '10.1000/another the authors who repeated it',
      '10.1000/replication FORRT (CC BY 4.0)',
    ])
  })

  test.each([
    [update({ type: 'correction', date: '2019-04-30' }), update({ type: 'retraction', date: '2020-03-28' })],
    [update({ type: 'retraction', source: 'starter', date: '2019', title: null }), update({ type: 'correction' })],
  ])('a notice with several types counts as the most severe: %#', (...updates) => {
    for (const told of [updates, updates.toReversed()]) {
      expect(known({ updates: told })).toMatchObject({
        summary: 'One retraction.',
        facts: [{ kind: 'retraction', year: 2019 }],
      })
      const notice = doiFromText('10.1000/notice') as Doi
      expect(known({ doi: notice, updates: told })).toMatchObject({
        summary: 'It retracts another paper.',
        facts: [{ kind: 'notice', label: 'Retracts another paper' }],
      })
    }
  })

  test('a notice does not take the title of another record', () => {
    const updates = [
      update({ type: 'retraction', noticeDoi: doi, title: 'RETRACTED: A paper' }),
      update({ type: 'retraction', source: 'starter', title: null }),
    ]
    expect(known({ updates }).facts).toMatchObject([{ doi: '10.1000/notice', title: null }])
  })

  const backwards = update({ doi: '10.1000/notice', noticeDoi: doi, title: 'A paper' })
  test.each([
    ['whose notice is titled like one', [update({}), backwards]],
    ['that our own list has', [update({ source: 'starter', title: null }), backwards]],
  ])('of two notices announcing each other the one %s is used', (_, updates) => {
    expect(known({ updates })).toMatchObject({ summary: 'One correction.', facts: [{ kind: 'correction' }] })
    const notice = doiFromText('10.1000/notice') as Doi
    expect(known({ doi: notice, updates }).summary).toBe('It corrects another paper.')
  })

  test('a paper cannot replicate itself', () => {
    expect(known({ replications: [replication({ replicationDoi: doi })] }).facts).toEqual([])
  })

  test('a study of the same data is labeled a reproduction', () => {
    const again = replication({ type: 'reproduction' })
    expect(known({ replications: [again] }).summary).toBe('One successful reproduction.')
    expect(known({ replications: [again, replication({ replicationDoi: '10.1000/b' })] }).summary).toBe(
      'Two replications. Both succeeded.',
    )
    const other = doiFromText('10.1000/replication') as Doi
    expect(known({ doi: other, replications: [again] })).toMatchObject({
      summary: 'It is itself a successful reproduction of an earlier paper.',
      facts: [{ label: 'Reproduced an earlier paper' }],
    })
  })

  test('a notice without a record keeps the title supplied with it', () => {
    const updates = [update({}), update({ noticeDoi: null, title: 'Another' })]
    expect(factsInEvidence({ doi: doiFromText('10.1000/notice') as Doi, updates, replications: [] })).toEqual({
      title: 'Correction to: A paper',
      year: null,
    })
    expect(factsInEvidence({ doi, updates, replications: [] }).title).toBeNull()
  })

  test('two corrections of one year from two sources stay separate', () => {
    const two = [
      update({ noticeDoi: '10.1000/a', date: '2016', source: 'starter' }),
      update({ noticeDoi: '10.1000/b', date: '2016', source: 'publisher' }),
    ]
    expect(known({ updates: two }).facts).toHaveLength(2)
  })

  test('two corrections of one day stay separate', () => {
    const two = [update({ noticeDoi: '10.1000/a' }), update({ noticeDoi: '10.1000/b' })]
    expect(known({ updates: two }).facts).toHaveLength(2)
  })

  test('the notice’s year is used when its record changed later', () => {
    const lookUp = () => ({ title: null, year: 2012 })
    expect(known({ updates: [update({})], lookUp }).facts).toMatchObject([
      { date: '2012', year: 2012, source: { name: 'Crossref' } },
    ])
  })

  test('differing codings make a replication mixed', () => {
    const twice = [replication({}), replication({ outcome: 'mixed' })]
    expect(known({ replications: twice })).toMatchObject({
      summary: 'One replication with mixed results.',
      facts: [{ kind: 'mixed', label: 'Mixed replication results (coded as successful and as mixed)' }],
    })
  })

  test('titles are filled in from the papers', () => {
    const lookUp = (asked: string) => (asked === '10.1000/replication' ? { title: 'Its title', year: 2018 } : null)
    const bare = replication({ replicationTitle: null, replicationYear: null })
    expect(known({ replications: [bare], lookUp }).facts).toMatchObject([{ title: 'Its title', year: 2018 }])
  })

  test('a newer version shows what it replaces', () => {
    const version = doiFromText('10.1000/paper.pub2') as Doi
    expect(known({ doi: version, updates: [update({ type: 'withdrawal', noticeDoi: version })] })).toMatchObject({
      summary: 'It replaces an earlier version.',
      facts: [{ kind: 'notice', label: 'Replaces an earlier version', doi }],
    })
  })

  test('a replication shows what it replicates, and a notice its paper', () => {
    expect(
      known({ replications: [replication({ originalDoi: '10.1000/original', replicationDoi: doi })] }),
    ).toMatchObject({
      summary: 'It is itself a successful replication of an earlier paper.',
      facts: [
        {
          kind: 'notice',
          label: 'Replicated an earlier paper',
          doi: '10.1000/original',
          href: '/10.1000/original',
        },
      ],
    })
    const lookUp = () => ({ title: 'The other paper', year: null })
    expect(known({ updates: [update({ doi: '10.1000/corrected', noticeDoi: doi })], lookUp })).toMatchObject({
      summary: 'It corrects another paper.',
      facts: [
        {
          kind: 'notice',
          label: 'Corrects another paper',
          title: 'The other paper',
          href: '/10.1000/corrected',
        },
      ],
    })
  })

  test.each([
    ['computationally successful, robust', 'held'],
    ['computationally successful, robustness challenges', 'mixed'],
    ['computational issues, robustness challenges', 'not-held'],
    ['computational issues, not checked', 'not-held'],
    ['computational issues, robust', 'mixed'],
    ['computation not checked, robustness challenges', 'mixed'],
    ['uninformative', 'mixed'],
  ])('the outcome of a reproduction coded %s', (outcome, kind) => {
    expect(known({ replications: [replication({ type: 'reproduction', outcome })] }).facts).toMatchObject([
      { kind, label: expect.stringContaining(`(${outcome})`) },
    ])
  })

  test('a quote is shown with the first replication it belongs to', () => {
    const two = ['10.1000/a', '10.1000/b'].map(replicationDoi =>
      replication({ replicationDoi, quote: 'Neither of them held. || Neither of them held.' }),
    )
    const quotes = known({ replications: two }).facts.map(({ quote }) => quote)
    expect(quotes).toEqual(['Neither of them held.', null])
  })

  test('only web URLs are linked', () => {
    const odd = replication({ replicationDoi: null, replicationUrl: 'javascript:alert(1)' })
    expect(known({ replications: [odd] }).facts).toMatchObject([{ href: null }])
  })
})
