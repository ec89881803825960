import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describeStore } from '@corroborate/server-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import {
  type CitationTables,
  citationsMigration,
  type ReferencesSink,
  readFlaggedReferences,
  referencesSink,
} from '../../paper/citations/index.ts'
import type { Problem } from '../../paper/event-files/index.ts'
import { knownMigrations, saveUpdates } from '../../paper/known/index.ts'
import { type OnKnown, openWorksReader, openWorksWriter } from '../../paper/works-index/index.ts'
import { importFiles } from './import-files.ts'
import { type Parser, parserHere, startParser } from './parser.ts'
import { memorySink, openAlexLine, temporaryFolder } from './testing/files.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
let indexes = 0
const newIndex = () => join(folder.path, `works-${++indexes}.sqlite`)

const importInto = async (
  index: string,
  files: string[],
  {
    onKnown = 'keep' as OnKnown,
    parser = parserHere('import'),
    references,
  }: { onKnown?: OnKnown; parser?: Parser; references?: () => Promise<ReferencesSink> } = {},
) => {
  const writer = openWorksWriter(index)
  const problems: Problem[] = []
  const { sink, updates, replications, reaches } = memorySink()
  const summaries = await importFiles({
    files,
    writer,
    parser,
    sink: async () => sink,
    ...(references && { references }),
    onKnown,
    onProblem: (_, problem) => problems.push(problem),
    now: () => Date.parse('2026-11-22T08:00:00Z'),
  })
  const works = writer.count()
  writer.close()
  await parser.close()
  return { summaries, problems, works, updates: updates(), replications: replications(), reaches }
}

const some = ['10.1000/a', '10.1000/b', '10.1000/c'].map(doi => openAlexLine(doi)).join('\n')
const updates =
  'doi,retracted,update_type,update_doi,update_date,journal,publisher,title\n10.1000/a,False,erratum,10.1000/n,2017-05-24,J,P,"A, ""quoted""\ntitle"\n'
const replications =
  'doi_original,doi_replication,type,outcome,outcome_quote\n10.1000/a,10.1000/b,replication,failed,"No, it\ndid not"\n,10.1000/b,replication,failed,\n'

describe('works file', () => {
  test.each([
    ['plain', 'works.jsonl', Buffer.from(some)],
    ['gzip', 'works.jsonl.gz', gzipSync(some)],
    ['zstd', 'works.jsonl.zst', zstdCompressSync(some)],
    ['zstd under a wrong name', 'works.txt', zstdCompressSync(some)],
    ['two gzip members', 'two.gz', Buffer.concat([gzipSync(`${some}\n`), gzipSync(openAlexLine('10.1000/c'))])],
    ['Windows lines', 'crlf.jsonl', Buffer.from(`\ufeff${some.replaceAll('\n', '\r\n')}\r\n\r\n`)],
  ])('works are imported from a %s file', async (_, name, content) => {
    const result = await importInto(newIndex(), [folder.write(name, content)])
    expect(result.works).toBe(3)
    expect(result.problems).toEqual([])
    expect(result.summaries[0]).toMatchObject({ format: 'works', added: 3, rejected: 0, damage: null })
  })

  test('a worker thread gives the same result', async () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => openAlexLine(i % 100 === 7 ? null : `10.1000/${i}`))
    lines[2_500] = 'broken'
    const file = folder.write('many.jsonl', lines.join('\n'))
    const here = await importInto(newIndex(), [file])
    const there = await importInto(newIndex(), [file], { parser: startParser('import') })
    expect({ ...there.summaries[0], took: 0 }).toEqual({ ...here.summaries[0], took: 0 })
    expect(there.problems).toEqual(here.problems)
    expect(here.summaries[0]).toMatchObject({ added: 4_949, skipped: 50, rejected: 1 })
    expect(here.problems).toContainEqual({ line: 2_501, kind: 'rejected', reason: expect.stringMatching(/not JSON/) })
  })

  test.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('a %s file that expands to over 200 times its size is imported up to that point', async (_, compress) => {
    const behind = (blanks: number) => `${some}\n${' '.repeat(blanks)}\n${openAlexLine('10.1000/d')}\n`
    const small = await importInto(newIndex(), [folder.write('small', compress(behind(15 * 2 ** 20)))])
    expect([small.works, small.summaries[0]?.damage]).toEqual([4, null])
    const bomb = await importInto(newIndex(), [folder.write('bomb', compress(behind(40 * 2 ** 20)))])
    expect([bomb.works, bomb.summaries[0]?.damage]).toEqual([
      3,
      'the compressed data unpacks to more than 200 times its size',
    ])
  })

  test('importing twice changes nothing', async () => {
    const index = newIndex()
    const file = folder.write('twice.jsonl', some)
    await importInto(index, [file])
    const again = await importInto(index, [file])
    expect(again.summaries[0]).toMatchObject({ added: 0, changed: 0, same: 3 })
  })

  test('the first record of a DOI is kept unless replacing is requested', async () => {
    const index = newIndex()
    const first = folder.write('first.jsonl', openAlexLine('10.1000/a', { display_name: 'First' }))
    const second = folder.write('second.jsonl', openAlexLine('10.1000/A', { display_name: 'Second' }))
    const title = () => {
      const reader = openWorksReader(index)
      const answer = reader.findWork(storedDoi('10.1000/a'))
      reader.close()
      return answer.kind === 'found' ? answer.work.title : answer.kind
    }
    expect((await importInto(index, [first, second])).summaries[1]).toMatchObject({ added: 0, different: 1 })
    expect(title()).toBe('First')
    expect((await importInto(index, [second], { onKnown: 'replace' })).summaries[0]).toMatchObject({ changed: 1 })
    expect(title()).toBe('Second')
  })

  test('invalid lines are reported with number and reason, and the rest is imported', async () => {
    const content = Buffer.concat([
      Buffer.from(`not json\n${openAlexLine('10.1000/a')}\n`),
      Buffer.from([0x7b, 0xc3, 0x28, 0x0a]),
      Buffer.from(
        `${openAlexLine(null)}\n${openAlexLine('not-a-doi')}\n${openAlexLine('10.1000/b', { publication_year: 'x' })}\n\n{}`,
      ),
    ])
    const { summaries, problems, works } = await importInto(newIndex(), [folder.write('broken.jsonl', content)])
    expect(works).toBe(1)
    expect(summaries[0]).toMatchObject({ added: 1, skipped: 2, rejected: 4, damage: null })
    expect(problems.map(({ line, kind }) => [line, kind])).toEqual([
      [1, 'rejected'],
      [3, 'rejected'],
      [4, 'skipped'],
      [5, 'rejected'],
      [6, 'rejected'],
      [8, 'skipped'],
    ])
  })

  const long = Array.from({ length: 20_000 }, (_, i) =>
    openAlexLine(`10.1000/${i}`, { display_name: `Title ${Math.sin(i)}` }),
  ).join('\n')
  test.each([
    ['gzip', gzipSync(long)],
    ['zstd', zstdCompressSync(long)],
  ])('a truncated file (%s) is imported up to the cut and reported', async (name, whole) => {
    const file = folder.write(`cut-${name}`, whole.subarray(0, Math.floor(whole.length / 2)))
    const { summaries, works } = await importInto(newIndex(), [file])
    expect(works).toBeGreaterThan(5_000)
    expect(works).toBeLessThan(15_000)
    expect(summaries[0]?.damage).toMatch(/cut off/)
    expect(summaries[0]?.rejected).toBeLessThanOrEqual(1)
  })

  test.each([
    ['empty', '', /empty/],
    ['of something else', 'name,age\nAda,36\n', /unrecognized/],
    ['of noise', Buffer.from(Array.from({ length: 2_000 }, (_, i) => (i * 31) % 256)), /unrecognized/],
    ['only the start of gzip', gzipSync(long).subarray(0, 5), /cut off/],
  ])('a file that is %s is rejected with a reason', async (name, content, reason) => {
    const { summaries, works } = await importInto(newIndex(), [folder.write(`refused-${name}`, content)])
    expect(works).toBe(0)
    expect(summaries[0]).toMatchObject({ format: null, damage: expect.stringMatching(reason) })
  })
})

describe('replication outcome file', () => {
  test('an outcome file is detected by its header, whatever its name, order and compression', async () => {
    const reordered = 'title,update_doi,update_type,doi\nT,10.1000/n,erratum,10.1000/a\n'
    const result = await importInto(newIndex(), [
      folder.write('a.bin', gzipSync(updates)),
      folder.write('b.bin', zstdCompressSync(`\ufeff${replications}`)),
      folder.write('c.bin', reordered),
    ])
    expect(result.summaries.map(summary => summary.format)).toEqual(['updates', 'replications', 'updates'])
    expect(result.updates).toHaveLength(2)
    expect(result.updates[0]).toMatchObject({ doi: '10.1000/a', title: 'A, "quoted" title', retracted: false })
    expect(result.replications).toMatchObject([
      { originalDoi: '10.1000/a', outcome: 'failed', quote: 'No, it did not' },
    ])
    expect(result.problems).toEqual([{ line: 4, kind: 'skipped', reason: 'no DOI in doi_original' }])
  })

  test('invalid records are skipped and the rest is imported', async () => {
    const content = Buffer.concat([
      Buffer.from(updates),
      Buffer.from('10.1000/b,False\n'),
      Buffer.from('10.1000/c,False,erratum,10.1000/n,2017-05-24,J,P,'),
      Buffer.from([0xff, 0x0a]),
      Buffer.from(
        'nonsense,False,erratum,10.1000/n,2017-05-24,J,P,T\n10.1000/d,False,erratum,10.1000/n,2017-05-24,J,P,T\n',
      ),
    ])
    const result = await importInto(newIndex(), [folder.write('broken.csv', content)])
    expect(result.updates.map(row => row.doi)).toEqual(['10.1000/a', '10.1000/d'])
    expect(result.problems.map(({ line, kind }) => [line, kind])).toEqual([
      [4, 'rejected'],
      [5, 'rejected'],
      [6, 'rejected'],
    ])
  })
})

const data = new URL('../../../../shared/data/', import.meta.url).pathname
describe.skipIf(!existsSync(join(data, 'works-openalex-raw.jsonl.zst')))(
  'real data (skipped where ../shared/data is missing)',
  () => {
    test('OpenAlex export: every work with a DOI is imported, nothing is rejected', async () => {
      const { summaries, works } = await importInto(newIndex(), [join(data, 'works-openalex-raw.jsonl.zst')])
      expect(summaries[0]).toMatchObject({ skipped: 73, rejected: 0, damage: null })
      expect(works).toBe(598)
    })

    test('replications: every row is imported, duplicates once', async () => {
      const { summaries, replications: rows } = await importInto(newIndex(), [join(data, 'replications.csv')])
      expect(summaries[0]).toMatchObject({ format: 'replications', skipped: 3, rejected: 0, damage: null })
      expect(rows).toHaveLength(2_584)
    })
  },
)

describe('event files', () => {
  const retractionWatch =
    'Record ID,OriginalPaperDOI,RetractionDOI,RetractionDate,RetractionNature,Reason\n' +
    '1,10.1000/a,10.1000/n,7/18/2024 0:00,Retraction,+Error in Data;\n' +
    '2,unavailable,10.1000/n,7/18/2024 0:00,Retraction,\n' +
    '3,10.1000/b,unavailable,1/1/2099 0:00,Retraction,\n' +
    '4,10.1000/c,10.1000/n,7/19/2024 0:00,Mistake,\n'
  const short = 'doi,notice_doi,nature\n10.1000/a,10.1000/a,Expression of concern\n'
  const flora = 'doi_o,doi_r,outcome,year_r\n"10.1000/a","10.1000/r","failed",2024\nNA,"10.1000/r","failed",2025\n'
  const dump = [
    { DOI: '10.1000/plain', title: ['No update here'] },
    {
      DOI: '10.1000/N',
      title: ['Retraction: <i>it</i>'],
      'update-to': [
        { DOI: '10.1000/A', type: 'retraction', source: 'publisher', updated: { 'date-parts': [[2021, 3, 4]] } },
      ],
    },
  ]

  test.each([
    ['Retraction Watch’s list', retractionWatch, 'retraction-watch', 2, 'retraction-watch', '2024-07-18'],
    ['its index', short, 'retraction-watch-index', 1, 'retraction-watch', null],
    ['FLoRA', flora, 'flora', 1, 'forrt', '2024'],
    [
      'a dump of Crossref’s',
      dump.map(work => JSON.stringify(work)).join('\n'),
      'crossref-works',
      1,
      'crossref',
      '2021-03-04',
    ],
    [
      'an older dump of Crossref’s',
      JSON.stringify({ items: dump }, null, 2),
      'crossref-items',
      1,
      'crossref',
      '2021-03-04',
    ],
  ])(
    '%s is detected by content, and its coverage date is recorded',
    async (_, content, format, added, source, reach) => {
      const result = await importInto(newIndex(), [folder.write(`${format}.gz`, gzipSync(content))])
      expect(result.summaries[0]).toMatchObject({ format, added, damage: null })
      expect(result.reaches).toEqual([{ source, reachesTo: reach }])
    },
  )

  test('every skipped line is reported', async () => {
    const { problems } = await importInto(newIndex(), [folder.write('rw.csv', retractionWatch)])
    expect(problems).toEqual([
      { line: 3, kind: 'skipped', reason: 'no DOI in OriginalPaperDOI' },
      { line: 5, kind: 'rejected', reason: 'unknown notice type: Mistake' },
    ])
  })

  test.each([
    ['columns', `,${'a,'.repeat(300)}`, '', 'more than 256 columns'],
    ['broken records', '', 'a,b\n'.repeat(10_000), 'more than 2,000 of its records are broken'],
  ])(
    'a file with too many %s is reported as damaged and records no coverage date',
    async (_, names, records, damage) => {
      const [header, ...rest] = updates.split('\n')
      const text = `${header}${names}\n${records}${rest.join('\n')}`
      const result = await importInto(newIndex(), [folder.write('wide.csv', Buffer.from(text))])
      expect(result.summaries[0]).toMatchObject({ format: 'updates', added: 0, damage })
      expect(result.problems.length).toBeLessThan(5_000)
      expect([result.updates, result.reaches]).toEqual([[], []])
    },
  )

  test('a truncated file records no coverage date', async () => {
    const cut = gzipSync(retractionWatch.repeat(2000)).subarray(0, 300)
    const result = await importInto(newIndex(), [folder.write('cut.csv.gz', cut)])
    expect(result.summaries[0]?.damage).toMatch(/cut off/)
    expect(result.reaches).toEqual([])
  })
})

describeStore<CitationTables>('works that cite fallen papers', [...knownMigrations, citationsMigration], open => {
  const fell = (doi: string) => ({
    doi: storedDoi(doi),
    type: 'retraction',
    noticeDoi: storedDoi(`${doi}.notice`),
    date: '2019-05-02',
    retracted: true,
    journal: null,
    publisher: null,
    title: null,
  })
  const fallen = storedDoi('10.1000/fallen')
  const citing = storedDoi('10.1000/citing')
  const lines = [
    openAlexLine('10.1000/Citing', {
      id: 'https://openalex.org/W5',
      publication_date: '2020-03-14',
      referenced_works: ['https://openalex.org/W7', 'https://openalex.org/W8', 7, null, 'https://openalex.org/W7'],
    }),
    openAlexLine('10.1000/other', { id: 'https://openalex.org/W6', referenced_works: 'none' }),
    openAlexLine('10.1000/FALLEN', {
      id: 'https://openalex.org/W7',
      referenced_works: ['https://openalex.org/W7'],
    }),
  ].join('\n')

  test.each([
    ['on this thread', () => parserHere('import')],
    ['on another thread', () => startParser('import')],
  ])('works citing retracted papers are found by ids imported in the same run: %s', async (_, parser) => {
    const db = await open()
    await saveUpdates(db, [fell(fallen)], 'publisher')
    const file = folder.write('citing.jsonl', lines)
    const now = () => Date.parse('2026-11-22T08:00:00Z')
    const run = async () => {
      await importInto(newIndex(), [file], { parser: parser(), references: async () => referencesSink(db, now) })
      return (await readFlaggedReferences(db, [citing])).get(citing)?.fallen
    }
    expect(await run()).toEqual([])
    const named = await db.selectFrom('fallen_papers').select(['doi', 'openalex_id']).execute()
    expect(named).toEqual([{ doi: fallen, openalex_id: 'W7' }])
    for (let again = 0; again < 2; again++) expect(await run()).toMatchObject([{ doi: fallen, when: 'before' }])
    const edges = await db.selectFrom('fallen_references').selectAll().execute()
    expect(edges).toEqual([{ citing, cited: fallen, source: 'openalex', published: '2020-03-14' }])
  })
})
