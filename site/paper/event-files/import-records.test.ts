import { describe, expect, test } from 'vitest'
import type { ReplicationRow, UpdateRow } from '../known/index.ts'
import { importRecords } from './import-records.ts'
import type { Problem } from './problem.ts'
import { type RecordFormat, recordFormatOf, recordFormats } from './record-formats.ts'

const now = Date.UTC(2026, 5, 15)

/** Imports the text or bytes of a file, in pieces of some size; `known` rows are there already. */
const importFile = async (
  format: RecordFormat,
  file: string | Buffer,
  { pieces = 7, known = 0, signal }: { pieces?: number; known?: number; signal?: AbortSignal } = {},
) => {
  const bytes = Buffer.from(file)
  const calls: { rows: number; source: string | null }[] = []
  const rows: (UpdateRow | ReplicationRow)[] = []
  const problems: Problem[] = []
  const saved = { changed: 0, same: 0 }
  const keep = async (given: readonly (UpdateRow | ReplicationRow)[], source: string | null) => {
    calls.push({ rows: given.length, source })
    rows.push(...given)
    return given.length - Math.min(known, given.length)
  }
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += pieces) yield bytes.subarray(at, at + pieces)
  }
  const outcome = await importRecords({
    chunks: chunks(),
    format,
    sink: { saveUpdates: (given, source) => keep(given, source), saveReplications: given => keep(given, null) },
    onProblem: problem => problems.push(problem),
    onSaved: (changed, same) => {
      saved.changed += changed
      saved.same += same
    },
    signal,
    now: () => now,
  })
  return { outcome, calls, rows, problems, saved }
}

const updates = (lines: readonly string[]) => `doi,update_type,update_doi,update_date\n${lines.join('\n')}\n`

describe('a file of events', () => {
  test.each([
    ['doi,update_type,update_doi,more', 'updates'],
    ['"update_doi", "doi","update_type"', 'updates'],
    ['outcome,doi_replication,doi_original', 'replications'],
    ['OriginalPaperDOI,RetractionDOI,RetractionDate,RetractionNature', 'retraction-watch'],
    ['doi,notice_doi,nature', 'retraction-watch-index'],
    ['doi_o,doi_r,outcome', 'flora'],
    ['doi,update_type', null],
    ['doi_o,doi_r', null],
    ['', null],
  ] as const)('whose first line is %s is one of: %s', (firstLine, format) => {
    expect(recordFormatOf(firstLine)).toBe(format)
  })

  test.each([
    ['updates', updates(['10.1000/a,retraction,10.1000/n,2020-01-02']), 'crossref', 'crossref', '2020-01-02'],
    [
      'replications',
      'doi_original,doi_replication,outcome,year_replication\n10.1000/a,10.1000/b,failed,2019\n',
      null,
      'forrt',
      '2019',
    ],
    ['flora', 'doi_o,doi_r,outcome,year_r\n10.1000/a,10.1000/b,failed,NA\n', null, 'forrt', null],
    [
      'retraction-watch',
      'OriginalPaperDOI,RetractionDOI,RetractionDate,RetractionNature\n10.1000/a,10.1000/n,1/2/2021 0:00,Retraction\n',
      'retraction-watch-list',
      'retraction-watch',
      '2021-01-02',
    ],
    [
      'retraction-watch-index',
      'doi,notice_doi,nature\n10.1000/a,10.1000/n,Retraction\n',
      'retraction-watch-list',
      'retraction-watch',
      null,
    ],
  ] as const)('of kind %s is kept as the word of its source', async (format, file, keptAs, source, newest) => {
    const { outcome, calls, problems } = await importFile(format, file)
    expect([calls, outcome, problems]).toEqual([[{ rows: 1, source: keptAs }], { source, newest }, []])
    expect(recordFormats[format].source).toBe(source)
  })

  test('is read whatever its pieces, with a mark at its beginning, quotes, empty lines and line ends of any kind', async () => {
    const text =
      '\ufeffdoi,update_type,update_doi,title\r\n10.1000/a,retraction,,"Ä ""title"", of\nñ two lines"\r\n\r\n10.1000/b,correction,,\r\n'
    for (const pieces of [1, 3, 1_000]) {
      const { rows, problems } = await importFile('updates', text, { pieces })
      expect(problems).toEqual([])
      expect(rows).toMatchObject([
        { doi: '10.1000/a', type: 'retraction', title: 'Ä "title", of ñ two lines' },
        { doi: '10.1000/b', type: 'correction', title: null },
      ])
    }
  })

  test('loses only what cannot be read, and says which lines and why', async () => {
    const file = Buffer.concat([
      Buffer.from('doi,update_type,update_doi,update_date\n10.1000/a,retraction,,\n'),
      Buffer.from('10.1000/b,\xff\xfe,,\n', 'latin1'),
      Buffer.from('10.1000/c,retraction\n,retraction,,\nx,retraction,,\n10.1000/d,retraction,,\n'),
    ])
    const { rows, problems } = await importFile('updates', file)
    expect((rows as UpdateRow[]).map(({ doi }) => doi)).toEqual(['10.1000/a', '10.1000/d'])
    const inOrder = problems.toSorted((one, other) => one.line - other.line)
    expect(inOrder).toEqual([
      { line: 3, kind: 'rejected', reason: 'not valid UTF-8' },
      { line: 4, kind: 'rejected', reason: expect.stringContaining('not a record: CSV_') },
      { line: 5, kind: 'skipped', reason: 'no DOI in doi' },
      { line: 6, kind: 'rejected', reason: 'doi is not a DOI: x' },
    ])
  })

  test('says on which line a record begins, also after one of several lines', async () => {
    const text = 'doi,update_type,update_doi,title\n10.1000/a,retraction,,"two\nlines"\n\nx,retraction,,"two\nlines"\n'
    expect((await importFile('updates', text)).problems).toMatchObject([{ line: 5 }])
  })

  test.each(['', 'd', 'doi,update_type,update_doi'])('that holds no record tells of none: %j', async text => {
    const { rows, problems } = await importFile('updates', text)
    expect([rows, problems]).toEqual([[], []])
  })

  test('loses a line of more than a megabyte, and no other', async () => {
    const file = `${updates(['10.1000/a,retraction,,'])}10.1000/b,${'x'.repeat(1_100_000)},,\n`
    const { rows, problems } = await importFile('updates', file, { pieces: 65_536 })
    expect(rows).toHaveLength(1)
    expect(new Set(problems.map(({ line, kind }) => `${kind} ${line}`))).toEqual(new Set(['rejected 3']))
  })

  test('ends with the error of what it is read from', async () => {
    async function* broken() {
      yield Buffer.from(updates(['10.1000/a,retraction,,']))
      throw new Error('The line was cut.')
    }
    const sink = { saveUpdates: async () => 1, saveReplications: async () => 1 }
    const run = {
      chunks: broken(),
      format: 'updates' as const,
      sink,
      onProblem: () => {},
      onSaved: () => {},
      now: () => now,
    }
    await expect(importRecords(run)).rejects.toThrow('The line was cut.')
  })

  test('is kept a thousand rows at a time, and counts what was there already', async () => {
    const lines = Array.from({ length: 2_500 }, (_, n) => `10.1000/${n},retraction,10.1000/n,2020-01-01`)
    const { calls, saved } = await importFile('updates', updates(lines), { pieces: 65_536, known: 100 })
    expect(calls.map(({ rows }) => rows)).toEqual([1_000, 1_000, 500])
    expect(saved).toEqual({ changed: 2_200, same: 300 })
  })

  test('that repeats a line counts it as one that was there', async () => {
    const line = '10.1000/a,retraction,10.1000/n,2020-01-01'
    const { rows, saved } = await importFile('updates', updates([line, line, line]))
    expect([rows.length, saved]).toEqual([1, { changed: 1, same: 2 }])
  })

  test('reaches to its newest date that is not yet to come', async () => {
    const lines = ['2020-01-01', '2026-06-15', '2026-06-16', '2019', ''].map(
      (date, n) => `10.1000/${n},retraction,,${date}`,
    )
    expect((await importFile('updates', updates(lines))).outcome.newest).toBe('2026-06-15')
    expect((await importFile('updates', updates([]))).outcome.newest).toBeNull()
  })

  test('is left where it is stopped, and what was read is kept', async () => {
    const { rows } = await importFile('updates', updates(['10.1000/a,retraction,,']), { signal: AbortSignal.abort() })
    expect(rows).toEqual([])
  })
})
