import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { openDatabase } from '@corroborate/server-kit/database'
import { createLogger } from '@corroborate/server-kit/logging'
import { createOutbox } from '@corroborate/server-kit/outbox'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildSiteIfChanged } from './build-if-changed.ts'
import { siteDist } from './dist.ts'
import { type Doi, storedDoi, type WholeList } from './doi/index.ts'
import { createRenderer, type Renderer } from './http/index.ts'
import { type KnownFact, saveReplications, saveTold, saveUpdates } from './known/index.ts'
import { siteMigrations } from './migrations.ts'
import type { Page } from './page/index.ts'
import { pages } from './pages.ts'
import {
  createPapers,
  type PaperJobs,
  type PaperPageModel,
  type PaperTables,
  paperPage,
  wholeListPage,
  wholeLists,
} from './papers/index.ts'
import { samplePapers } from './testing/index.ts'
import { importFiles, startParser } from './works-import/index.ts'
import { openWorksReader, openWorksWriter } from './works-index/index.ts'

/** What a page's HTML may weigh, gzip as the server sends it, in bytes. */
const most = 20_000

let renderer: Renderer
beforeAll(async () => {
  await buildSiteIfChanged()
  renderer = await createRenderer({ distDir: siteDist, pages })
})

const weightOf = <Model>(page: Page<string, Model>, model: Model): number => {
  const head = page.head(model, 'https://corroborate.example')
  return gzipSync(renderer.render(page, model, { nonce: crypto.randomUUID(), head }), { level: 5 }).byteLength
}

/** The paper's page and every page of its whole lists, by name. */
const weightsOf = (model: PaperPageModel): [name: string, bytes: number][] => [
  [model.doi, weightOf(paperPage, model)],
  ...(['authors', 'known'] as const).flatMap(list =>
    wholeLists(model, list).map((page): [string, number] => [
      `${model.doi} ${list} ${page.page}`,
      weightOf(wholeListPage, page),
    ]),
  ),
]

const itemsOf = (model: PaperPageModel, list: WholeList): unknown[] =>
  wholeLists(model, list).flatMap(({ items }) => [...(items as readonly unknown[])])

const tooHeavy = (model: PaperPageModel) => weightsOf(model).filter(([, bytes]) => bytes > most)

/** Letters without a pattern that compression would find. */
const noise = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), byte => String.fromCharCode(97 + (byte % 26))).join('')

const { votes: _, ...sample } = samplePapers['much-known'] ?? raise()

function raise(): never {
  throw new Error('The sample is missing.')
}

const bare: PaperPageModel = { ...sample, sections: {} }
const someFact = bare.known.facts[0] ?? raise()
const facts = (count: number): KnownFact[] =>
  Array.from({ length: count }, (_, index) => ({
    ...someFact,
    id: `fact-${noise(10)}`,
    year: 2000 + (index % 26),
    date: String(2000 + (index % 26)),
    outcome: (['held', 'mixed', 'not-held'] as const)[index % 3] ?? 'mixed',
    title: `${noise(9)} ${noise(6)} ${noise(12)} ${noise(5)} ${noise(8)} ${noise(10)}`,
    doi: `10.1234/${noise(12)}`,
    href: `https://doi.org/10.1234/${noise(12)}`,
    quote: index % 4 === 0 ? `${noise(8)} ${noise(9)} ${noise(7)}`.repeat(5) : null,
  }))
const authors = (count: number): PaperPageModel['authors'] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${noise(7)} ${noise(9)}`,
    orcid: index % 3 === 0 ? `0000-000${index % 3}-${1000 + (index % 9000)}-${noise(4)}` : null,
  }))

describe('8.low: no page is more than a phone can carry', () => {
  test('3,000 authors', () => {
    const model = { ...bare, authors: authors(3_000), authorsTruncated: true }
    expect(tooHeavy(model)).toEqual([])
    expect(itemsOf(model, 'authors')).toEqual(model.authors)
  })

  test.each([91, 10_000])('%i events', count => {
    const model = { ...bare, known: { ...bare.known, facts: facts(count) } }
    expect(tooHeavy(model)).toEqual([])
    expect(itemsOf(model, 'known')).toEqual(model.known.facts)
  })

  test('the longest title, and a journal as long', () => {
    expect(tooHeavy({ ...bare, title: noise(2_000), journal: noise(2_000), authors: authors(100) })).toEqual([])
  })
})

const data = (name: string): string => new URL(`../../shared/data/${name}`, import.meta.url).pathname
const files = ['works-openalex-raw.jsonl.zst', 'works-multi.jsonl.zst', 'updates.csv.gz', 'replications.csv'].map(data)

test.skipIf(!files.every(file => existsSync(file)))(
  '8.low: nor are the longest of the real data (skipped without ../shared/data)',
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'page-weight-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const now = () => Date.UTC(2026, 10, 22)
    const db = await openDatabase<PaperTables>({ file: join(folder, 'site.sqlite'), migrations: siteMigrations, now })
    onTestFinished(() => db.destroy())
    const indexFile = join(folder, 'works.sqlite')
    const writer = openWorksWriter(indexFile)
    const parser = startParser('import')
    await importFiles({
      files,
      writer,
      parser,
      sink: async () => ({
        saveUpdates: (rows, source) => saveUpdates(db, rows, source),
        saveTold: rows => saveTold(db, rows),
        saveReplications: rows => saveReplications(db, rows),
        noteReach: async () => {},
      }),
      onKnown: 'keep',
      now,
    })
    await parser.close()
    writer.close()
    const index = new DatabaseSync(indexFile, { readOnly: true })
    const longest = ['authors', 'title', 'journal'].flatMap(column =>
      index.prepare(`SELECT doi FROM works ORDER BY length(${column}) DESC LIMIT 15`).all(),
    )
    index.close()
    const most = async (
      table: 'updates' | 'replications',
      column: 'doi' | 'notice_doi' | 'original_doi' | 'replication_doi',
    ) =>
      db
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
    const works = openWorksReader(indexFile)
    onTestFinished(() => works.close())
    const logger = createLogger('silent')
    const papers = createPapers<null>({
      db,
      outbox: createOutbox<PaperJobs>(db, { logger, now }),
      findWork: doi => works.findWork(doi),
      findTitled: title => works.findTitled(title),
      openAlex: null,
      crossref: null,
      origin: 'http://localhost:5000',
      contact: undefined,
      sections: async () => ({}),
      mayAskOutside: async () => ({ kind: 'allowed' }),
      attempts: async () => [],
      notes: async () => [],
      logger,
      now,
    })
    onTestFinished(() => papers.close())
    const dois = new Set([...longest, ...eventful].map(({ doi }) => storedDoi(String(doi))))
    const read = async (doi: Doi) => {
      const view = await papers.page(doi, null, '192.0.2.1')
      return view.kind === 'page' ? tooHeavy(view.model) : []
    }
    const heavy = await Promise.all([...dois].map(read))
    expect(heavy.flat()).toEqual([])
    expect(dois.size).toBeGreaterThan(60)
  },
)
