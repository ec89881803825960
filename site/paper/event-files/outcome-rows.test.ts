import { describe, expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { mergeRows, replicationMerging, updateMerging } from './import-records.ts'
import { parseReplication, parseUpdate } from './outcome-rows.ts'

const update = {
  doi: '10.1000/A',
  retracted: 'True',
  update_type: 'Expression_of Concern',
  update_doi: '10.1000/notice',
  update_date: '2017-05-24',
  journal: '',
  publisher: 'Elsevier &amp; Sons',
  title: 'Retraction of <i>it</i>\n   all',
}

describe('notice row', () => {
  test('a notice row is parsed and cleaned', () => {
    expect(parseUpdate(update)).toEqual({
      kind: 'row',
      row: {
        doi: '10.1000/a',
        type: 'expression-of-concern',
        noticeDoi: '10.1000/notice',
        date: '2017-05-24',
        retracted: true,
        journal: null,
        publisher: 'Elsevier & Sons',
        title: 'Retraction of it all',
      },
    })
  })

  test.each([
    ['2017', '2017'],
    ['2017-05', '2017-05'],
    ['2017-05-24T00:00:00Z', '2017-05-24'],
    ['2017-02-30', null],
    ['2017-13-01', null],
    ['24/05/2017', null],
    ['', null],
  ])('a notice dated %j has the date %j', (update_date, date) => {
    expect(parseUpdate({ ...update, update_date })).toMatchObject({ row: { date } })
  })

  test.each([
    [' TRUE ', true],
    ['1', true],
    ['yes', true],
    ['False', false],
    ['0', false],
    ['no', false],
    [' ', false],
    [undefined, false],
  ])('a notice with retracted field %j: %j', (retracted, is) =>
    expect(parseUpdate({ ...update, retracted })).toMatchObject({ row: { retracted: is } }),
  )

  test.each([
    [{ retracted: 'perhaps' }, 'retracted is not a boolean: perhaps'],
    [{ update_doi: 'nothing' }, 'update_doi is not a DOI: nothing'],
    [{ update_doi: 'https://example.org/10.1000' }, 'update_doi is not a DOI: https://example.org/10.1000'],
    [{ update_type: ' ' }, 'update_type is empty'],
  ])('a notice row with %j is rejected with the value quoted', (given, reason) =>
    expect(parseUpdate({ ...update, ...given })).toEqual({ kind: 'rejected', reason }),
  )

  test('fields are trimmed and the type is normalized to one word', () => {
    const given = { update_doi: ' ', update_date: ' 2017-05 ', update_type: ' Expression  of_ concern' }
    expect(parseUpdate({ ...update, ...given })).toMatchObject({
      row: { noticeDoi: null, date: '2017-05', type: 'expression-of-concern' },
    })
    expect(parseUpdate({ ...update, update_date: '2017-05-24x' })).toMatchObject({ row: { date: null } })
  })

  test('a notice needs a paper, a type, and a valid or empty notice DOI', () => {
    expect(parseUpdate({ ...update, doi: ' ' })).toEqual({ kind: 'skipped', reason: 'no DOI in doi' })
    expect(parseUpdate({ ...update, doi: 'x' }).kind).toBe('rejected')
    expect(parseUpdate({ ...update, update_type: '' }).kind).toBe('rejected')
    expect(parseUpdate({ ...update, update_doi: 'x' }).kind).toBe('rejected')
    expect(parseUpdate({ ...update, retracted: 'perhaps' }).kind).toBe('rejected')
    expect(parseUpdate({ ...update, update_doi: undefined })).toMatchObject({ row: { noticeDoi: null } })
  })
})

const replication = {
  doi_original: '10.1000/a',
  doi_replication: '10.1000/B',
  type: 'replication',
  outcome: 'Successful',
  outcome_quote: 'We did &quot;it&quot;',
  title_original: 'Does<i>darkness</i>lead?',
  journal_original: 'Nicotine &amp; Tobacco',
  year_original: '2009',
  title_replication: '',
  journal_replication: '',
  year_replication: '',
  origin: 'FReD',
}

describe('replication row', () => {
  test('a replication row is parsed and cleaned', () => {
    expect(parseReplication(replication)).toEqual({
      kind: 'row',
      row: {
        originalDoi: '10.1000/a',
        replicationDoi: '10.1000/b',
        replicationUrl: null,
        type: 'replication',
        outcome: 'successful',
        quote: 'We did "it"',
        originalTitle: 'Does darkness lead?',
        originalJournal: 'Nicotine & Tobacco',
        originalYear: 2009,
        replicationTitle: null,
        replicationJournal: null,
        replicationYear: null,
        origin: 'FReD',
      },
    })
  })

  test('a replication may have a URL instead of a DOI, or neither', () => {
    expect(parseReplication({ ...replication, doi_replication: 'https://osf.io/9bkuf' })).toMatchObject({
      row: { replicationDoi: null, replicationUrl: 'https://osf.io/9bkuf' },
    })
    expect(parseReplication({ ...replication, doi_replication: '' })).toMatchObject({
      row: { replicationDoi: null, replicationUrl: null },
    })
    expect(parseReplication({ ...replication, doi_replication: 'javascript:alert(1)' }).kind).toBe('rejected')
    expect(parseReplication({ ...replication, doi_original: '' }).kind).toBe('skipped')
  })
})

describe('repeated rows', () => {
  const row = (facts: object) => ({
    doi: storedDoi('10.1000/a'),
    type: 'erratum',
    noticeDoi: storedDoi('10.1000/n'),
    date: '2017-05-24',
    retracted: false,
    journal: null,
    publisher: null,
    title: null,
    ...facts,
  })

  test('repeated rows merge into one and keep the retraction', () => {
    const merged = mergeRows(updateMerging)
    expect(merged.add(row({ journal: 'J' }))).toBe(true)
    expect(merged.add(row({ retracted: true, date: '2020-01-01' }))).toBe(false)
    expect(merged.take()).toEqual([row({ journal: 'J', retracted: true })])
  })

  test('of repeated rows far apart the first wins', () => {
    const merged = mergeRows(updateMerging, 1)
    merged.add(row({}))
    expect(merged.full()).toBe(true)
    expect(merged.take()).toHaveLength(1)
    expect(merged.add(row({ journal: 'K' }))).toBe(false)
    expect(merged.take()).toEqual([])
  })

  test('two outcomes from one source merge into a mixed one', () => {
    const parsed = [replication, { ...replication, outcome: 'failed', outcome_quote: 'We did not' }].map(
      parseReplication,
    )
    const merged = mergeRows(replicationMerging)
    for (const result of parsed) if (result.kind === 'row') merged.add(result.row)
    expect(merged.take()).toMatchObject([{ outcome: 'mixed', quote: 'We did "it" || We did not' }])
  })
})

test.each([
  [' 2015 ', 2015],
  ['2015.0', 2015],
  ['20150', null],
  ['in 2015', null],
  ['2015.5', null],
  [undefined, null],
])('a replication of year %j is read as %j', (year_replication, replicationYear) =>
  expect(
    parseReplication({ doi_original: '10.1000/a', doi_replication: ' http://example.org/b ', year_replication }),
  ).toMatchObject({ row: { replicationYear, replicationUrl: 'http://example.org/b', replicationDoi: null } }),
)

test('a replication keeps the type and journal of its record', () => {
  const record = { doi_original: '10.1000/a', doi_replication: '10.1000/b' }
  expect(parseReplication({ ...record, type: 'Reproduction', journal_replication: 'J' })).toMatchObject({
    row: { type: 'reproduction', replicationJournal: 'J' },
  })
  expect(parseReplication(record)).toMatchObject({ row: { type: 'replication', replicationJournal: null } })
})
