import { describe, expect, test } from 'vitest'
import { parseFlora } from './import-records.ts'
import { parseRetractionWatch, parseRetractionWatchIndex } from './parse-retraction-watch.ts'

const row = {
  'Record ID': '2',
  Journal: 'Bioresource Technology',
  Publisher: 'Elsevier &amp; Sons',
  URLS: 'https://retractionwatch.com/a/;http://retractionwatch.com/b/; not an address;',
  RetractionDate: '7/18/2024 0:00',
  RetractionDOI: '10.1186/S13046-024-03123-7',
  OriginalPaperDOI: '10.1186/s13046-018-0993-y',
  RetractionNature: 'Retraction',
  Reason: '+Concerns/Issues About Data;+Duplication of/in Image;',
}

describe('Retraction Watch row', () => {
  test('a row is a notice with date, reasons and link', () => {
    expect(parseRetractionWatch(row)).toEqual({
      kind: 'row',
      row: {
        doi: '10.1186/s13046-018-0993-y',
        type: 'retraction',
        noticeDoi: '10.1186/s13046-024-03123-7',
        date: '2024-07-18',
        retracted: true,
        journal: 'Bioresource Technology',
        publisher: 'Elsevier & Sons',
        title: null,
        reasons: ['Concerns/Issues About Data', 'Duplication of/in Image'],
        links: ['https://retractionwatch.com/a/', 'http://retractionwatch.com/b/'],
      },
    })
  })

  test.each([
    ['Expression of concern', 'expression-of-concern', false],
    ['Expression of Concern', 'expression-of-concern', false],
    ['Correction', 'correction', false],
    ['Reinstatement', 'reinstatement', false],
    ['Retraction', 'retraction', true],
  ])('a row of nature %s becomes %s', (RetractionNature, type, retracted) => {
    expect(parseRetractionWatch({ ...row, RetractionNature })).toMatchObject({ row: { type, retracted } })
  })

  test.each([
    ['12/1/2023 0:00', '2023-12-01'],
    ['1/2/2023', '2023-01-02'],
    ['2/30/2023 0:00', null],
    ['13/1/2023 0:00', null],
    ['2023-01-02', null],
    ['', null],
  ])('the date %j is read as %j', (RetractionDate, date) => {
    expect(parseRetractionWatch({ ...row, RetractionDate })).toMatchObject({ kind: 'row', row: { date } })
  })

  test.each(['unavailable', 'Unavailable', '', ' ', undefined, 'see the journal'])(
    'a row is kept if its notice has no DOI: %j',
    RetractionDOI => {
      expect(parseRetractionWatch({ ...row, RetractionDOI })).toMatchObject({ kind: 'row', row: { noticeDoi: null } })
    },
  )

  test.each([
    [{ OriginalPaperDOI: 'unavailable' }, 'skipped', /no DOI/],
    [{ OriginalPaperDOI: '' }, 'skipped', /no DOI/],
    [{ OriginalPaperDOI: 'a paper' }, 'rejected', /OriginalPaperDOI is not a DOI: a paper/],
    [{ RetractionNature: 'Hiccup' }, 'rejected', /unknown notice type: Hiccup/],
  ])('the row %j is skipped with a reason', (wrong, kind, reason) => {
    expect(parseRetractionWatch({ ...row, ...wrong })).toEqual({ kind, reason: expect.stringMatching(reason) })
  })

  test('a row of the index contains only its paper and notice', () => {
    expect(
      parseRetractionWatchIndex({ doi: '10.1000/A', notice_doi: '10.1000/a', nature: 'Retraction' }),
    ).toMatchObject({
      row: { doi: '10.1000/a', noticeDoi: '10.1000/a', type: 'retraction', date: null, retracted: true },
    })
  })
})

describe('FLoRA row', () => {
  const flora = {
    doi_o: '10.1016/0010-0285(72)90003-5',
    title_o: 'Sentence memory',
    journal_o: 'Cognitive Psychology',
    year_o: '1972',
    doi_r: '10.17605/osf.io/bu3gm',
    url_r: 'NA',
    title_r: 'A replication',
    journal_r: 'NA',
    year_r: '2025',
    outcome: 'Failed',
    outcome_quote: 'NA',
    type: 'replication',
    source: 'replications',
  }

  test('a row is a replication, and NA is null', () => {
    expect(parseFlora(flora)).toEqual({
      kind: 'row',
      row: {
        originalDoi: '10.1016/0010-0285(72)90003-5',
        replicationDoi: '10.17605/osf.io/bu3gm',
        replicationUrl: null,
        type: 'replication',
        outcome: 'failed',
        quote: null,
        originalTitle: 'Sentence memory',
        originalJournal: 'Cognitive Psychology',
        originalYear: 1972,
        replicationTitle: 'A replication',
        replicationJournal: null,
        replicationYear: 2025,
        origin: 'FReD-data/output/flora.csv',
      },
    })
  })

  test('a row without a DOI uses its URL, and one without an original is skipped', () => {
    expect(parseFlora({ ...flora, doi_r: 'NA', url_r: 'https://osf.io/x' })).toMatchObject({
      row: { replicationDoi: null, replicationUrl: 'https://osf.io/x' },
    })
    expect(parseFlora({ ...flora, doi_r: 'NA' })).toMatchObject({ row: { replicationDoi: null, replicationUrl: null } })
    expect(parseFlora({ ...flora, doi_o: 'NA' })).toMatchObject({ kind: 'skipped' })
  })
})
