import { describe, expect, test } from 'vitest'
import { replicationMerging, updateMerging } from './import-records.ts'
import { cleanText, doiOfField, excerpt, parseReplication, parseUpdate } from './outcome-rows.ts'

describe('text in an event file', () => {
  test.each([
    ['  plain  ', 'plain'],
    ['a\u0000\u0007b', 'a b'],
    ['a\u007fb', 'a b'],
    ['half \ud800 letter', 'half \ufffd letter'],
    ['<i>marked</i> up', 'marked up'],
    ['', null],
    ['   ', null],
    ['\u0001', null],
  ])('%j is read as %j', (text, read) => expect(cleanText(text)).toBe(read))

  test('an excerpt has at most eighty characters', () => {
    expect(excerpt('x'.repeat(80))).toBe('x'.repeat(80))
    expect(excerpt('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`)
    expect(excerpt(`${'x'.repeat(78)}😀yy`)).toBe(`${'x'.repeat(78)}\ufffd…`)
    expect([excerpt(''), excerpt(`${' '.repeat(200)}x`)]).toEqual(['', ''])
  })

  test.each([
    ['10.1000/A', '10.1000/a'],
    [' 10.1000/a ', '10.1000/a'],
    ['https://doi.org/10.1000/a', '10.1000/a'],
    ['HTTP://DX.DOI.ORG/10.1000/a', '10.1000/a'],
    ['https://doi.org/10.1000/a?b', '10.1000/a?b'],
    ['10.1000/100%', '10.1000/100%'],
    ['https://example.org/10.1000/a?b', null],
    ['a paper', null],
  ])('%j contains the DOI %j', (field, doi) => expect(doiOfField(field)).toBe(doi))
})

describe('record field', () => {
  const update = { doi: '10.1000/a', update_type: 'retraction', update_doi: '' }
  const replication = { doi_original: '10.1000/a', doi_replication: '', outcome: 'Failed' }

  test.each([
    [['true', '1', 'yes', ' TRUE '], true],
    [['false', '0', 'no', '', undefined], false],
  ] as const)('retracted field %j is read as %s', (fields, retracted) => {
    for (const field of fields)
      expect(parseUpdate({ ...update, retracted: field })).toMatchObject({ row: { retracted } })
    expect(parseUpdate({ ...update, retracted: 'maybe' })).toEqual({
      kind: 'rejected',
      reason: 'retracted is not a boolean: maybe',
    })
  })

  test.each([
    ['2017-05-24 12:00', '2017-05-24'],
    [' 2017-05 ', '2017-05'],
    ['x2017', null],
    ['2017-05-24x', null],
    ['2017-5', null],
    ['20170', null],
    ['2017-00', null],
    [undefined, null],
  ])('%j is read as the date %j', (update_date, date) => {
    expect(parseUpdate({ ...update, update_date })).toMatchObject({ row: { date } })
  })

  test.each([
    ['2009', 2009],
    [' 2009.0 ', 2009],
    ['2009.5', null],
    ['12009', null],
    ['MMIX', null],
    [undefined, null],
  ])('%j is read as the year %j', (year, read) => {
    const row = { ...replication, year_original: year, year_replication: year }
    expect(parseReplication(row)).toMatchObject({ row: { originalYear: read, replicationYear: read } })
  })

  test('a missing field equals an empty one', () => {
    expect(parseReplication(replication)).toEqual({
      kind: 'row',
      row: {
        originalDoi: '10.1000/a',
        ...{ replicationDoi: null, replicationUrl: null, type: 'replication', outcome: 'failed', quote: null },
        ...{ originalTitle: null, originalJournal: null, originalYear: null },
        ...{ replicationTitle: null, replicationJournal: null, replicationYear: null, origin: '' },
      },
    })
    expect(parseUpdate({ doi: '10.1000/a', update_type: 'Erratum' })).toMatchObject({
      row: {
        type: 'erratum',
        noticeDoi: null,
        date: null,
        retracted: false,
        journal: null,
        publisher: null,
        title: null,
      },
    })
    expect(parseReplication({}).kind).toBe('skipped')
  })

  test.each([
    ['https://doi.org/10.1000/b', '10.1000/b', null],
    ['https://osf.io/x?y=z', null, 'https://osf.io/x?y=z'],
    ['http://osf.io/x', null, 'http://osf.io/x'],
    ['10.1000/b', '10.1000/b', null],
  ])('%s is the location of a replication', (doi_replication, replicationDoi, replicationUrl) => {
    expect(parseReplication({ ...replication, doi_replication })).toMatchObject({
      row: { replicationDoi, replicationUrl },
    })
  })

  test.each(['ftp://osf.io/x', 'nowhere', 'mailto:a@example.org'])('%s is not a location', doi_replication => {
    expect(parseReplication({ ...replication, doi_replication })).toEqual({
      kind: 'rejected',
      reason: `doi_replication is neither a DOI nor a URL: ${doi_replication}`,
    })
  })
})

describe('duplicate rows', () => {
  const update = {
    doi: 'a',
    type: 't',
    noticeDoi: 'n',
    date: null,
    retracted: false,
    journal: null,
    publisher: null,
    title: null,
  } as never as Parameters<typeof updateMerging.key>[0]
  const attempt = {
    originalDoi: 'o',
    replicationDoi: null,
    replicationUrl: null,
    replicationTitle: null,
    type: 't',
    origin: 'f',
    outcome: 'held',
    quote: null,
  } as never as Parameters<typeof replicationMerging.key>[0]

  test.each([{ doi: 'b' }, { type: 'u' }, { noticeDoi: 'm' }, { noticeDoi: null }])(
    'rows of two notices differ by %j',
    change => {
      expect(updateMerging.key({ ...update, ...change } as never)).not.toBe(updateMerging.key(update))
    },
  )

  test.each([
    { originalDoi: 'p' },
    { replicationDoi: 'r' },
    { replicationUrl: 'u' },
    { replicationTitle: 't' },
    { type: 'u' },
    { origin: 'g' },
  ])('of two attempts differ by %j', change => {
    expect(replicationMerging.key({ ...attempt, ...change } as never)).not.toBe(replicationMerging.key(attempt))
  })

  test('rows of one notice are merged, preferring the earlier value', () => {
    const later = {
      ...update,
      date: '2020',
      journal: 'J',
      publisher: 'P',
      title: 'T',
      retracted: true,
    } as typeof update
    expect(updateMerging.merge(update, later)).toEqual(later)
    expect(
      updateMerging.merge(later, { ...later, date: '2021', journal: 'K', publisher: 'Q', title: 'U' } as never),
    ).toEqual(later)
    expect(updateMerging.merge(later, update).retracted).toBe(true)
  })

  test('rows of one replication are merged, keeping each outcome and quote once', () => {
    const merged = (one: object, other: object) => {
      const { outcome, quote } = replicationMerging.merge(
        { ...attempt, ...one } as never,
        { ...attempt, ...other } as never,
      )
      return [outcome, quote]
    }
    expect(merged({ quote: 'a' }, { quote: 'a' })).toEqual(['held', 'a'])
    expect(merged({ quote: 'a' }, { quote: 'b', outcome: 'failed' })).toEqual(['mixed', 'a || b'])
    expect(merged({}, { quote: 'b' })).toEqual(['held', 'b'])
    expect(merged({}, {})).toEqual(['held', null])
  })
})
