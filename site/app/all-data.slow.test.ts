import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { openDatabase } from '@corroborate/server-kit/database'
import { createLogger } from '@corroborate/server-kit/logging'
import { createOutbox } from '@corroborate/server-kit/outbox'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileSummary, importFiles, startParser } from '../finding/works-import/index.ts'
import { storedDoi } from '../kit/doi/index.ts'
import { createCheckReferences, findCandidates, readReferences } from '../open/reference-check/index.ts'
import {
  noteReach,
  saveReplications,
  saveSourcedUpdates,
  saveUpdates,
  sourcesReader,
  statusMark,
} from '../paper/known/index.ts'
import { createPapers, type PaperJobs, type Papers, type PaperTables, paperPage } from '../paper/papers/index.ts'
import { openWorksReader, openWorksWriter, type WorksReader, worksIndexFile } from '../paper/works-index/index.ts'
import { openPageScales } from '../testing/index.ts'
import { siteMigrations } from './migrations.ts'

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

const missing = files.filter(file => !existsSync(file))

let opened: Kysely<PaperTables>
let works: WorksReader
let papers: Papers<null>
let indexFile: string
let importAll: () => Promise<FileSummary[]>
const closing: (() => unknown)[] = []

beforeAll(async () => {
  if (missing.length > 0) return
  const folder = mkdtempSync(join(tmpdir(), 'all-data-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  opened = await openDatabase<PaperTables>({ file: join(folder, 'site.sqlite'), migrations: siteMigrations, now })
  closing.unshift(() => opened.destroy())
  indexFile = join(folder, worksIndexFile)
  const writer = openWorksWriter(indexFile)
  const parser = startParser('import')
  importAll = () =>
    importFiles({
      files,
      writer,
      parser,
      sink: async () => ({
        saveUpdates: (rows, source) => saveUpdates(opened, rows, source),
        saveSourcedUpdates: rows => saveSourcedUpdates(opened, rows),
        saveReplications: rows => saveReplications(opened, rows),
        noteReach: (source, reachesTo) => noteReach(opened, { source, reachesTo, askedAt: null }),
      }),
      onKnown: 'keep',
      now,
    })
  closing.unshift(
    () => writer.close(),
    () => parser.close(),
  )
  for (const { damage, rejected } of await importAll()) expect([damage, rejected]).toEqual([null, expect.any(Number)])
  works = openWorksReader(indexFile)
  closing.unshift(() => works.close())
  const logger = createLogger('silent')
  papers = createPapers<null>({
    attempts: async () => [],
    notes: async () => [],
    db: opened,
    outbox: createOutbox<PaperJobs>(opened, { logger, now }),
    lookUpWorks: async ask => ask(works),
    openAlex: null,
    crossref: null,
    origin: 'http://localhost:5000',
    contact: undefined,
    sections: async () => ({}),
    mayAskOutside: async () => ({ kind: 'allowed' }),
    logger,
    now,
  })
  closing.unshift(() => papers.close())
})
afterAll(async () => {
  for (const close of closing) await close()
})

/** The source lists in their own terms, read once without the code under test. */
let lists: ReturnType<typeof readListsAnew> | undefined
const readLists = () => (lists ??= readListsAnew())
const readListsAnew = () => {
  const whole = readTable(data('retraction-watch-sample.csv.gz'))
  const index = readTable(data('retractions-2026.csv.gz'))
  const nature = (row: Record<string, string>) => row.RetractionNature ?? row.nature
  /** Retraction years according to Retraction Watch; empty for papers known only from the index. */
  const years = new Map<string, Set<string>>(
    index.flatMap(row => (nature(row) === 'Retraction' ? [[doiIn(row.doi), new Set()]] : [])),
  )
  for (const row of whole.filter(row => nature(row) === 'Retraction')) {
    const doi = doiIn(row.OriginalPaperDOI)
    const year = /\/(\d{4}) /.exec(row.RetractionDate ?? '')?.[1] ?? ''
    years.set(doi, (years.get(doi) ?? new Set()).add(year))
  }
  const reinstated = new Set(
    whole.filter(row => nature(row) === 'Reinstatement').map(row => doiIn(row.OriginalPaperDOI)),
  )
  return { whole, index, years, reinstated }
}

type Cited = { doi: string; title: string; year: number; author: string }

/** Works of the index that a reference can name without a DOI, spread over all of it. */
const citable = (most: number): Cited[] => {
  const db = new DatabaseSync(indexFile, { readOnly: true })
  const rows = db
    .prepare(
      `SELECT doi, title, year, coalesce(json_extract(authors, '$[0][0]'), json_extract(authors, '$[0]')) AS author
       FROM works WHERE title LIKE '% % %' AND year IS NOT NULL AND json_array_length(authors) > 0
       ORDER BY (id * 7919) % 100003 LIMIT ?`,
    )
    .all(most) as Cited[]
  db.close()
  return rows
}

const inBibTeX = ({ doi, title }: Cited, at: number): string =>
  `@article{k${at}, title = {${title.replace(/[{}]/g, '')}}, doi = {${doi}}}\n`
const inProse = ({ title, year, author }: Cited): string => `${author}. ${title}. A Journal. ${year};12:45-67.\n`

const checkReferences = async (text: string) => {
  const check = createCheckReferences({
    references: {
      read: async bytes => readReferences(works, bytes),
      find: async references => findCandidates(works, references),
    },
    summaries: papers.summaries,
    doisOfPmids: async () => new Map(),
  })
  const outcome = await check(new TextEncoder().encode(text), '192.0.2.1')
  if (outcome.kind !== 'checked') throw new Error(JSON.stringify(outcome))
  return outcome.checked.references
}

/** Every page, suggestion and citation of a retracted paper has one of these. */
const words = ['Retracted', 'Withdrawn', 'Partly retracted']
const saysIt = (text: string | null | undefined): boolean => words.some(word => text?.startsWith(word) ?? false)

describe.skipIf(missing.length > 0)(
  `complete data set${missing.length > 0 ? ' (skipped without ../shared/data)' : ''}`,
  { timeout: 180_000 },
  () => {
    test('nearly all of 5,000 references are found by DOI, and nine of ten without', async () => {
      const cited = citable(5_000)
      expect(cited).toHaveLength(5_000)
      const shareFound = async (text: string): Promise<number> => {
        const found = await checkReferences(text)
        return found.filter(({ doi, foundBy }, at) => foundBy !== null && doi === cited[at]?.doi).length / cited.length
      }
      expect(await shareFound(cited.map(inBibTeX).join(''))).toBeGreaterThanOrEqual(0.98)
      expect(await shareFound(cited.map(inProse).join(''))).toBeGreaterThanOrEqual(0.9)
    })

    test('none of 10,000 references to papers without events is reported as retracted', async () => {
      const { whole, index } = readLists()
      const listed = new Set(
        [...whole.map(row => row.OriginalPaperDOI), ...index.map(row => row.doi)].map(doi => doiIn(doi)),
      )
      const updated = new Set(readTable(data('updates.csv.gz')).map(row => doiIn(row.doi)))
      const clean = citable(40_000)
        .filter(({ doi, title }) => !listed.has(doi) && !updated.has(doi) && !/retract|withdraw/i.test(title))
        .slice(0, 10_000)
      expect(clean).toHaveLength(10_000)
      for (let from = 0; from < clean.length; from += 5_000) {
        const found = await checkReferences(
          clean
            .slice(from, from + 5_000)
            .map(inProse)
            .join(''),
        )
        expect(found.filter(({ status }) => words.some(word => status?.headline.startsWith(word)))).toEqual([])
      }
    })

    test('third-party bibliographies are read completely, and known papers are found', async () => {
      const folder = data('bibliographies')
      const texts = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
      expect(texts.length).toBeGreaterThan(0)
      for (const text of texts) {
        const found = await checkReferences(text)
        expect(found).toHaveLength(text.match(/^\s*@(?!comment|string|preamble)\w+\s*\{/gim)?.length ?? 0)
        for (const { input, doi, foundBy } of found) {
          const given = /\bdoi\s*=\s*[{"]\s*(?:https?:\/\/(?:dx\.)?doi\.org\/)?(10\.[^}"]+?)\s*[}"]/i.exec(input)?.[1]
          if (given === undefined || works.findWork(storedDoi(given.toLowerCase())).kind !== 'found') continue
          expect([doi, foundBy]).toEqual([given.toLowerCase(), 'doi'])
        }
      }
    })

    test('the data matches the source lists without losses or duplicates', async () => {
      const { whole, index } = readLists()
      expect([whole.length, index.length]).toEqual([3851, 61542])
      const told = [
        ...whole.map(row => [row.OriginalPaperDOI, row.RetractionDOI, row.RetractionNature]),
        ...index.map(row => [row.doi, row.notice_doi, row.nature]),
      ].map(([doi, notice, nature]) => `${doiIn(doi)} ${doiIn(notice)} ${nature?.toLowerCase().replaceAll(' ', '-')}`)
      const held = await opened
        .selectFrom('updates')
        .select(['doi', 'notice_doi', 'type'])
        .where('source', '=', 'retraction-watch-list')
        .execute()
      const kept = new Set(held.map(row => `${row.doi} ${row.notice_doi} ${row.type}`))
      expect(told.filter(event => !kept.has(event))).toEqual([])
      const ours = new Set(told)
      expect([...kept].filter(event => !ours.has(event))).toEqual([])
      expect(kept.size).toBe(held.length)
    })

    test('search covers the newest rows', async () => {
      const newest = (dates: string[]) =>
        dates
          .filter(date => date <= '2026-11-22')
          .toSorted()
          .at(-1)
      const usDates = readLists().whole.map(({ RetractionDate = '' }) => {
        const [month = '', day = '', year = ''] = RetractionDate.split(' ')[0]?.split('/') ?? []
        return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
      })
      const updates = readTable(data('updates.csv.gz')).map(row => row.update_date ?? '')
      const attempts = readTable(data('replications.csv')).map(row => row.year_replication ?? '')
      const reached = await sourcesReader(opened)()
      expect(reached.map(({ reachesTo }) => reachesTo)).toEqual([
        newest(updates),
        newest(usDates),
        newest(attempts.filter(year => /^\d{4}$/.test(year))),
      ])
    })

    test('every suggestion of a retracted paper is labeled as retracted and has the right year', async () => {
      const { years, reinstated } = readLists()
      const dois = [...years.keys()].map(storedDoi)
      const wrong: string[] = []
      let [said, dated] = [0, 0]
      for (let at = 0; at < dois.length; at += 500)
        for (const [doi, status] of await papers.statuses(dois.slice(at, at + 500))) {
          const right = years.get(doi) ?? new Set()
          const mark = statusMark(status)
          if (saysIt(mark?.words)) said += 1
          else if (!reinstated.has(doi)) wrong.push(`${doi}: ${mark?.words}`)
          if (right.size === 0 || !saysIt(mark?.words)) continue
          dated += 1
          if (!right.has(status.date?.slice(0, 4) ?? ''))
            wrong.push(`${doi}: ${status.date} instead of ${[...right].join(' or ')}`)
        }
      expect(wrong).toEqual([])
      // At least as many papers as in the lists, minus withdrawn retractions.
      expect(said).toBeGreaterThanOrEqual(years.size - reinstated.size)
      expect(said).toBeLessThanOrEqual(years.size)
      expect([years.size, dated]).toEqual([expect.toSatisfy(size => size > 59_000), expect.toSatisfy(n => n > 3_500)])
    })

    test('every page, picture and citation of a retracted paper is labeled as retracted', async () => {
      const { years, reinstated } = readLists()
      const retracted = [...years.keys()].map(storedDoi).filter(doi => !reinstated.has(doi))
      // All that have a record of their own, and every fortieth of the others.
      const shown = retracted.filter((doi, index) => index % 40 === 0 || works.findWork(doi).kind === 'found')
      const without: string[] = []
      for (const doi of shown) {
        const result = await papers.page(doi, null, '192.0.2.1')
        if (result.kind !== 'page') {
          without.push(`${doi}: ${result.kind}`)
          continue
        }
        const head = paperPage.head(result.model, 'http://localhost:5000')
        const alt = head.properties?.find(({ property }) => property === 'og:image:alt')?.content
        const cited = await Promise.all(
          ['bibtex', 'ris', 'csl-json'].map(async format => (await papers.cite(doi, format, '192.0.2.1')).text()),
        )
        const [bibtex = '', ris = '', csl = ''] = cited
        const notes = [/note = \{(.*)\}/.exec(bibtex)?.[1], /N1 {2}- (.*)/.exec(ris)?.[1], JSON.parse(csl)[0].note]
        const told = [head.title, head.description, alt, (await papers.picture(doi)).headline, ...notes]
        if (!told.every(saysIt)) without.push(`${doi}: ${told.join(' | ')}`)
      }
      expect(without).toEqual([])
      expect(shown.length).toBeGreaterThan(1_500)
    })

    test('no page exceeds the mobile weight budget, however long its record or history', async () => {
      const tooHeavy = await openPageScales()
      const index = new DatabaseSync(indexFile, { readOnly: true })
      const longest = ['authors', 'title', 'journal'].flatMap(column =>
        index.prepare(`SELECT doi FROM works ORDER BY length(${column}) DESC LIMIT 15`).all(),
      )
      index.close()
      const most = (
        table: 'updates' | 'replications',
        column: 'doi' | 'notice_doi' | 'original_doi' | 'replication_doi',
      ) =>
        opened
          .selectFrom(table as 'updates')
          .select(`${column as 'doi'} as doi`)
          .where(column as 'doi', 'is not', null)
          .groupBy(column as 'doi')
          .orderBy(({ fn }) => fn.countAll(), 'desc')
          .limit(15)
          .execute()
      const eventful = [
        ...(await most('updates', 'doi')),
        ...(await most('updates', 'notice_doi')),
        ...(await most('replications', 'original_doi')),
        ...(await most('replications', 'replication_doi')),
      ]
      const dois = new Set([...longest, ...eventful].map(({ doi }) => storedDoi(String(doi))))
      const heavy = await Promise.all(
        [...dois].map(async doi => {
          const view = await papers.page(doi, null, '192.0.2.1')
          return view.kind === 'page' ? tooHeavy(view.model) : []
        }),
      )
      expect(heavy.flat()).toEqual([])
      expect(dois.size).toBeGreaterThan(60)
    })

    test('importing again changes nothing', async () => {
      expect((await importAll()).map(({ added, changed }) => added + changed)).toEqual(files.map(() => 0))
    })
  },
)
