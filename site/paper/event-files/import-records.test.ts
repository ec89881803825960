import { describe, expect, test } from 'vitest'
import type { ReplicationRow, UpdateRow } from '../known/index.ts'
import { importRecords, mergeRows, type RecordFormat, recordFormatOf, updateMerging } from './import-records.ts'
import { cleanText, doiOfField, excerpt } from './outcome-rows.ts'
import type { Problem } from './read-csv.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const header = 'doi,update_type,update_doi,update_date'

/** Reads a file in chunks; returns the imported and rejected rows. */
const read = async (
  text: string | Buffer,
  { format = 'updates', signal, piece = 7 }: { format?: RecordFormat; signal?: AbortSignal; piece?: number } = {},
) => {
  const bytes = Buffer.from(text as string)
  const saved: (UpdateRow | ReplicationRow)[][] = []
  const problems: Problem[] = []
  const counts = { changed: 0, same: 0 }
  const kept: string[] = []
  const done = await importRecords({
    chunks: (async function* () {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
    })(),
    format,
    sink: {
      saveUpdates: async (rows, as) => {
        saved.push([...rows])
        kept.push(as)
        // Every second row is new.
        return Math.ceil(rows.length / 2)
      },
      saveReplications: async rows => saved.push([...rows]),
    },
    onProblem: problem => problems.push(problem),
    onSaved: (changed, same) => {
      counts.changed += changed
      counts.same += same
    },
    signal,
    now: () => now,
  })
  return { ...done, saved, problems, counts, kept }
}
const dois = (rows: (UpdateRow | ReplicationRow)[] = []) => rows.map(row => ('doi' in row ? row.doi : row.originalDoi))
const line = (doi: string, date = '2020', type = 'retraction') => `${doi},${type},10.1000/n,${date}\n`

describe('event file', () => {
  test('an event file is imported with its source and coverage date', async () => {
    const file = `${header}\n${line('10.1000/a', '2020-06')}${line('10.1000/b', '2024-01-02')}${line('10.1000/c', '2011')}`
    const { source, newest, saved, problems, counts, kept } = await read(file)
    expect([source, newest, problems]).toEqual(['crossref', '2024-01-02', []])
    expect(saved.map(dois)).toEqual([['10.1000/a', '10.1000/b', '10.1000/c']])
    expect([counts, kept]).toEqual([{ changed: 2, same: 1 }, ['crossref']])
  })

  test.each([
    ['2026-11-22', '2026-11-22'],
    ['2026-11-23', '2020'],
    ['2027', '2020'],
    ['', '2020'],
  ])('coverage never exceeds today: a date of %j gives %s', async (date, newest) =>
    expect((await read(`${header}\n${line('10.1000/a')}${line('10.1000/b', date)}`)).newest).toBe(newest),
  )

  test('a file without dates has no coverage date', async () =>
    expect((await read(`${header}\n${line('10.1000/a', '')}`)).newest).toBeNull())

  test('rows are saved in batches of a thousand, and a repeated row is merged', async () => {
    const lines = Array.from({ length: 2_000 }, (_, n) => line(`10.1000/${n}`)).join('')
    const { saved, counts } = await read(`${header}\n${lines}${line('10.1000/7')}`, { piece: 60_000 })
    expect(saved.map(({ length }) => length)).toEqual([1_000, 1_000])
    expect(counts).toEqual({ changed: 1_000, same: 1_001 })
  })

  test('a file without usable rows saves nothing', async () =>
    expect(await read(`${header}\n`)).toMatchObject({ saved: [], newest: null, counts: { changed: 0, same: 0 } }))

  test('an interrupted import stops reading and keeps what was read', async () => {
    const stopped = AbortSignal.abort()
    expect((await read(`${header}\n${line('10.1000/a')}`, { signal: stopped })).saved).toEqual([])
  })

  test('invalid lines are skipped and reported with their position', async () => {
    const broken = Buffer.concat([
      Buffer.from(`${header}\n${line('10.1000/a')}\n`),
      Buffer.from([...Buffer.from('10.1000/\u00fc'), ...Buffer.from(',retraction,'), 0xff, ...Buffer.from(',2020\n')]),
      Buffer.from(`10.1000/short,retraction\n${line('nothing')}${line('10.1000/ü')}`),
    ])
    const { saved, problems } = await read(broken)
    expect(saved.map(dois)).toEqual([['10.1000/a', '10.1000/ü']])
    expect(problems.toSorted((a, b) => a.line - b.line)).toEqual([
      { line: 4, kind: 'rejected', reason: 'not valid UTF-8' },
      { line: 5, kind: 'rejected', reason: 'not a record: CSV_RECORD_INCONSISTENT_COLUMNS' },
      { line: 6, kind: 'rejected', reason: expect.stringContaining('nothing') },
    ])
  })

  test.each([1, 2, 1_000])('a byte order mark and Windows line endings are accepted in chunks of %i', async piece => {
    const text = `\ufeff${header}\n${line('10.1000/ü')}${line('10.1000/a')}`.replaceAll('\n', '\r\n')
    const { saved, problems } = await read(text, { piece })
    expect([saved.map(dois), problems]).toEqual([[['10.1000/ü', '10.1000/a']], []])
  })

  test('a record is reported with its starting line, whatever precedes it', async () => {
    const text = `${header},title\n\n10.1000/a,retraction,,2020,"Two\nlines"\nshort\n\nnothing,retraction,,2020,"Three\n\nlines"\nnone,x,,,`
    const { problems } = await read(text)
    expect(problems.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual([5, 7, 10])
  })

  test('a file of one character is not an event file and causes no error', async () =>
    expect(await read('x')).toMatchObject({ saved: [], problems: [] }))

  test('a file that cannot be read completely fails', async () => {
    const chunks = (async function* () {
      yield Buffer.from(`${header}\n${line('10.1000/a')}`)
      throw new Error('the line was cut')
    })()
    const sink = { saveUpdates: async () => 0, saveReplications: async () => 0 }
    const run = { chunks, format: 'updates', sink, onProblem: () => {}, onSaved: () => {}, now: () => now } as const
    await expect(importRecords(run)).rejects.toThrow('the line was cut')
  })
})

describe('repeated row', () => {
  const row = (given: Partial<UpdateRow> = {}): UpdateRow =>
    ({
      ...{ doi: '10.1000/a', noticeDoi: null, type: 'retraction', date: null, retracted: false },
      ...{ journal: null, publisher: null, title: null },
      ...given,
    }) as UpdateRow

  test('a repeated row completes the earlier one, and a retraction stated by either is kept', () => {
    const facts = { date: '2020', journal: 'J', publisher: 'P', title: 'T' }
    const merged = mergeRows(updateMerging)
    expect([
      merged.add(row()),
      merged.add(row({ ...facts, retracted: true })),
      merged.add(row({ date: '2021' })),
    ]).toEqual([true, false, false])
    expect(merged.add(row({ noticeDoi: '10.1000/n' as never }))).toBe(true)
    expect(merged.add(row({ type: 'correction' }))).toBe(true)
    expect(merged.take()[0]).toEqual(row({ ...facts, retracted: true }))
  })

  test('a row repeated much later has no effect', () => {
    const merged = mergeRows(updateMerging, 2)
    merged.add(row())
    expect(merged.full()).toBe(false)
    merged.add(row({ doi: '10.1000/b' as never }))
    expect([merged.full(), merged.take().length, merged.full()]).toEqual([true, 2, false])
    expect([merged.add(row({ title: 'Later' })), merged.take()]).toEqual([false, []])
  })
})

test.each([
  ['doi,update_type,update_doi', 'updates'],
  ['"update_doi", "doi" ,more,update_type', 'updates'],
  ['doi_original,doi_replication,outcome', 'replications'],
  ['OriginalPaperDOI,RetractionDOI,RetractionDate,RetractionNature', 'retraction-watch'],
  ['doi,notice_doi,nature', 'retraction-watch-index'],
  ['doi_o,doi_r,outcome', 'flora'],
  ['doi,update_type', null],
  ['', null],
])('a file with columns %s is detected as %s', (columns, format) => expect(recordFormatOf(columns)).toBe(format))

test.each([
  [' a <i>b</i> ', 'a b'],
  ['a\u0000\u0007b', 'a b'],
  ['a\ud800', 'a\ufffd'],
  ['\u0007', null],
  [' ', null],
])('the text %j is displayed as %j', (text, shown) => expect(cleanText(text)).toBe(shown))

test.each([
  ['https://doi.org/10.1000/A', '10.1000/a'],
  ['http://dx.doi.org/10.1000/a?b', '10.1000/a?b'],
  [' 10.1000/a ', '10.1000/a'],
  ['10.1000/a%2fb', '10.1000/a/b'],
  ['nothing', null],
])('the field %j contains the DOI %j', (field, doi) => expect(doiOfField(field)).toBe(doi))

test.each([
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), `${'x'.repeat(79)}…`],
  [`${'x'.repeat(78)}👩x`, `${'x'.repeat(78)}\ufffd…`],
  ['', ''],
])('the value %j is excerpted as %j', (value, shown) => expect(excerpt(value)).toBe(shown))
