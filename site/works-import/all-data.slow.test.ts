import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { openDatabase } from '@corroborate/server-kit/database'
import { expect, test } from 'vitest'
import { storedDoi } from '../doi/index.ts'
import {
  type KnownTables,
  knownFrom,
  knownMigrations,
  knownReader,
  noteReach,
  type SourceTables,
  saveReplications,
  saveTold,
  saveUpdates,
  sourcesMigration,
  sourcesReader,
} from '../known/index.ts'
import { openWorksWriter } from '../works-index/index.ts'
import { importFiles } from './import-files.ts'
import { startParser } from './parser.ts'

const data = (name: string): string => fileURLToPath(new URL(`../../../shared/data/${name}`, import.meta.url))
const now = () => Date.UTC(2026, 10, 22)

/** CSV, read letter by letter and by nothing that the importer uses. */
const readTable = (file: string): Record<string, string>[] => {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const table: string[][] = [[]]
  let field = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (quoted) {
      if (letter !== '"') field += letter
      else if (text[at + 1] === '"') {
        field += '"'
        at += 1
      } else quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === ',' || letter === '\n') {
      table.at(-1)?.push(field.replace(/\r$/, ''))
      field = ''
      if (letter === '\n') table.push([])
    } else field += letter
  }
  if (field !== '') table.at(-1)?.push(field)
  const [header = [], ...rows] = table.filter(row => row.length > 1)
  return rows.map(row => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])))
}

/** A DOI as we hold it; the lists encode some, and have some that cannot be one. */
const doiIn = (field = ''): string => {
  const doi = field.trim().toLowerCase()
  return doi.startsWith('10.') ? doi.replace(/%3[ce]/g, decodeURIComponent) : ''
}

const files = [
  'works-openalex-raw.jsonl.zst',
  'works-multi.jsonl.zst',
  'updates.csv.gz',
  'retractions-2026.csv.gz',
  'retraction-watch-sample.csv.gz',
  'replications.csv',
].map(data)

test.skipIf(!files.every(file => existsSync(file)))(
  'every retraction of the data is told with its year, and nothing is lost or doubled (skipped without ../shared/data)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'all-data-'))
    const opened = await openDatabase<KnownTables & SourceTables>({
      file: join(folder, 'site.sqlite'),
      migrations: [...knownMigrations, sourcesMigration],
      now,
    })
    const db = opened.$pickTables<keyof KnownTables>()
    const sources = opened.$pickTables<'known_sources'>()
    const writer = openWorksWriter(join(folder, 'works.sqlite'))
    const parser = startParser('import')
    const importAll = () =>
      importFiles({
        files,
        writer,
        parser,
        sink: async () => ({
          saveUpdates: (rows, source) => saveUpdates(db, rows, source),
          saveTold: rows => saveTold(db, rows),
          saveReplications: rows => saveReplications(db, rows),
          noteReach: (source, reachesTo) => noteReach(sources, { source, reachesTo, askedAt: null }),
        }),
        onKnown: 'keep',
        now,
      })
    try {
      for (const { damage, rejected } of await importAll())
        expect([damage, rejected]).toEqual([null, expect.any(Number)])

      const whole = readTable(data('retraction-watch-sample.csv.gz'))
      const index = readTable(data('retractions-2026.csv.gz'))
      expect([whole.length, index.length]).toEqual([3851, 61542])
      const told = [
        ...whole.map(row => [row.OriginalPaperDOI, row.RetractionDOI, row.RetractionNature]),
        ...index.map(row => [row.doi, row.notice_doi, row.nature]),
      ].map(([doi, notice, nature]) => `${doiIn(doi)} ${doiIn(notice)} ${nature?.toLowerCase().replaceAll(' ', '-')}`)
      const held = await db
        .selectFrom('updates')
        .select(['doi', 'notice_doi', 'type'])
        .where('source', '=', 'retraction-watch-list')
        .execute()
      const kept = new Set(held.map(row => `${row.doi} ${row.notice_doi} ${row.type}`))
      expect(told.filter(event => !kept.has(event))).toEqual([])
      const ours = new Set(told)
      expect([...kept].filter(event => !ours.has(event))).toEqual([])

      /** The years in which Retraction Watch says that a paper was retracted; none where only the index tells of it. */
      const years = new Map<string, Set<string>>(
        index.flatMap(row => (row.nature === 'Retraction' ? [[doiIn(row.doi), new Set()]] : [])),
      )
      for (const row of whole.filter(({ RetractionNature }) => RetractionNature === 'Retraction')) {
        const doi = doiIn(row.OriginalPaperDOI)
        const year = /\/(\d{4}) /.exec(row.RetractionDate ?? '')?.[1] ?? ''
        years.set(doi, (years.get(doi) ?? new Set()).add(year))
      }
      const reinstated = new Set(
        whole
          .filter(({ RetractionNature }) => RetractionNature === 'Reinstatement')
          .map(row => doiIn(row.OriginalPaperDOI)),
      )
      const read = knownReader(db)
      const wrong: string[] = []
      const dois = [...years.keys()].map(storedDoi)
      let dated = 0
      for (let at = 0; at < dois.length; at += 500) {
        for (const [doi, stored] of await read.many(dois.slice(at, at + 500))) {
          const paper = { doi, title: null, titleFrom: null, year: null, retractedBy: null, lookUp: () => null }
          const { status } = knownFrom({ ...paper, ...stored }, now())
          const right = years.get(doi) ?? new Set()
          const isRetracted = ['retracted', 'republished', 'withdrawn', 'partly-retracted'].includes(status.kind)
          if (right.size > 0) dated += 1
          if (!isRetracted && !reinstated.has(doi)) wrong.push(`${doi}: ${status.kind}`)
          else if (isRetracted && right.size > 0 && !right.has(status.date?.slice(0, 4) ?? ''))
            wrong.push(`${doi}: ${status.date} instead of ${[...right].join(' or ')}`)
        }
      }
      expect(wrong).toEqual([])
      expect(dated).toBeGreaterThan(3500)
      const newest = (dates: string[]) =>
        dates
          .filter(date => date <= '2026-11-22')
          .toSorted()
          .at(-1)
      const usDates = whole.map(({ RetractionDate = '' }) => {
        const [month = '', day = '', year = ''] = RetractionDate.split(' ')[0]?.split('/') ?? []
        return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
      })
      const updates = readTable(data('updates.csv.gz')).map(row => row.update_date ?? '')
      const attempts = readTable(data('replications.csv')).map(row => row.year_replication ?? '')
      expect((await sourcesReader(sources)()).map(({ reachesTo }) => reachesTo)).toEqual([
        newest(updates),
        newest(usDates),
        newest(attempts.filter(year => /^\d{4}$/.test(year))),
      ])
      expect((await importAll()).map(({ added, changed }) => added + changed)).toEqual(files.map(() => 0))
    } finally {
      await parser.close()
      writer.close()
      await opened.destroy()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  180_000,
)
