import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { parse as parseCsvStream } from 'csv-parse'
import { parse as parseCsv } from 'csv-parse/sync'
import { z } from 'zod'
import { parseDoi } from '../doi/index.ts'
import { sameFirstAuthor, sameTitle } from './same-work.ts'

const doi = z.string().refine(text => parseDoi(text) === text, 'not a DOI in its storage form (clean, lower case)')
const doiUrl = z
  .string()
  .startsWith('https://doi.org/')
  .transform(url => url.slice('https://doi.org/'.length))
  .pipe(doi)
const text = z.string().refine(value => value !== '' && value.trim() === value, 'empty, or with space around it')
const year = z.int().min(1600).max(new Date().getUTCFullYear())

const workSchema = z
  .strictObject({
    doi: doiUrl,
    display_name: text,
    publication_year: year,
    type: z.enum(['article', 'preprint']),
    authorships: z.array(z.strictObject({ author: z.strictObject({ display_name: text }) })).min(1),
    is_authors_truncated: z.literal(true).optional(),
    primary_location: z.strictObject({ source: z.strictObject({ display_name: text }) }),
    x_field: text,
  })
  .refine(
    work => work.is_authors_truncated === undefined || work.authorships.length > 3,
    'a cut list of authors needs four, or a page shows three as if they were all',
  )
type Work = z.infer<typeof workSchema>

const updateColumns = 'doi,retracted,update_type,update_doi,update_date,journal,publisher,title'.split(',')
const updateSchema = z
  .strictObject({
    doi,
    retracted: z.enum(['True', 'False']),
    update_type: z.enum(['retraction', 'correction', 'expression_of_concern']),
    update_doi: doi,
    update_date: z.string().refine(isPartOfDate, 'neither empty nor YYYY, YYYY-MM or YYYY-MM-DD'),
    journal: text,
    publisher: text,
    title: z.string(),
  })
  .refine(row => (row.retracted === 'True') === (row.update_type === 'retraction'), 'retracted disagrees with the type')
type Update = z.infer<typeof updateSchema>

const replicationColumns =
  'doi_original,doi_replication,type,outcome,outcome_quote,title_original,journal_original,year_original,title_replication,journal_replication,year_replication,origin'.split(
    ',',
  )
const replicationSchema = z
  .strictObject({
    doi_original: doi,
    doi_replication: doi,
    type: z.enum(['replication', 'reproduction']),
    outcome: z.enum(['successful', 'failed', 'mixed', 'computational issues, robustness challenges']),
    outcome_quote: z.literal('', 'a quote is not ours to copy'),
    title_original: text,
    journal_original: text,
    year_original: z.coerce.number().pipe(year),
    title_replication: text,
    journal_replication: text,
    year_replication: z.coerce.number().pipe(year),
    origin: z.literal('starter'),
  })
  .refine(row => row.doi_original !== row.doi_replication, 'a paper cannot replicate itself')
  .refine(row => row.year_original <= row.year_replication, 'the replication is older than the original')
type Replication = z.infer<typeof replicationSchema>

type StarterCorpus = { works: Map<string, Work>; updates: Update[]; replications: Replication[] }

/** One kind of row: how many there are, and how many of them the data confirmed. */
type Tally = { rows: number; confirmed: number }

/**
 * What a check found. `problems` are sentences, empty when all is well; `fields` is the number of fields of science
 * covered. `confirmed` counts rows that occur in the data and agree with it; the rest is knowledge alone. Without data
 * `comparedWith` is null and nothing is confirmed.
 */
export type StarterCorpusReport = {
  problems: string[]
  fields: number
  works: Tally
  updates: Tally
  replications: Tally
  comparedWith: string | null
}

/**
 * Checks the shape of the three files in `folder` and their ties to each other, then compares every row with the real
 * data in `dataFolder` (see its README) where that folder exists.
 */
export async function checkStarterCorpus(folder: string, dataFolder: string): Promise<StarterCorpusReport> {
  const problems: string[] = []
  const corpus = await readStarterCorpus(folder, problems)
  problems.push(...findLooseEnds(corpus))
  const hasData = existsSync(join(dataFolder, 'works-multi.jsonl.zst'))
  const confirmed = hasData
    ? await compareWithData(corpus, dataFolder, problems)
    : { works: 0, updates: 0, replications: 0 }
  return {
    problems,
    fields: new Set([...corpus.works.values()].map(work => work.x_field)).size,
    works: { rows: corpus.works.size, confirmed: confirmed.works },
    updates: { rows: corpus.updates.length, confirmed: confirmed.updates },
    replications: { rows: corpus.replications.length, confirmed: confirmed.replications },
    comparedWith: hasData ? dataFolder : null,
  }
}

/** The report as lines for a person. */
export function describeReport(report: StarterCorpusReport): string {
  const line = (name: string, { rows, confirmed }: Tally) =>
    report.comparedWith === null
      ? `${name}: ${rows}, none compared`
      : `${name}: ${rows}, ${confirmed} confirmed by the data, ${rows - confirmed} on knowledge alone`
  return [
    line(`works (${report.fields} fields)`, report.works),
    line('updates', report.updates),
    line('replications', report.replications),
    ...(report.comparedWith === null ? ['The shared data is not here: only shapes and ties were checked.'] : []),
    ...report.problems,
    report.problems.length === 0 ? 'No problems.' : `${report.problems.length} problems.`,
  ].join('\n')
}

async function readStarterCorpus(folder: string, problems: string[]): Promise<StarterCorpus> {
  const works = new Map<string, Work>()
  const lines = (await readFile(join(folder, 'works.jsonl'), 'utf8')).trimEnd().split('\n')
  for (const [index, line] of lines.entries()) {
    const work = accept(workSchema, parseJson(line), `works.jsonl:${index + 1}`, problems)
    if (work === null) continue
    if (works.has(work.doi)) problems.push(`works.jsonl:${index + 1}: ${work.doi} is there twice`)
    works.set(work.doi, work)
  }
  return {
    works,
    updates: await readCsv(join(folder, 'updates.csv'), updateColumns, updateSchema, problems),
    replications: await readCsv(join(folder, 'replications.csv'), replicationColumns, replicationSchema, problems),
  }
}

async function readCsv<Row>(path: string, columns: string[], schema: z.ZodType<Row>, problems: string[]) {
  const [header = [], ...records]: string[][] = parseCsv(await readFile(path, 'utf8'))
  if (header.join() !== columns.join()) problems.push(`${path}: the header is not ${columns.join()}`)
  const rows = records.map((cells, index) => {
    const row = Object.fromEntries(columns.map((column, position) => [column, cells[position]]))
    return accept(schema, row, `${path}:${index + 2}`, problems)
  })
  return rows.filter(row => row !== null)
}

function accept<Row>(schema: z.ZodType<Row>, value: unknown, place: string, problems: string[]): Row | null {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const issue of result.error.issues) problems.push(`${place}: ${issue.path.join('.')}: ${issue.message}`)
  return null
}

function findLooseEnds({ works, updates, replications }: StarterCorpus): string[] {
  const problems: string[] = []
  const pairs = new Set<string>()
  const once = (pair: string) => {
    if (pairs.has(pair)) problems.push(`${pair} is there twice`)
    pairs.add(pair)
  }
  for (const row of updates) {
    once(`${row.doi} ← ${row.update_doi}`)
    if (!works.has(row.doi)) problems.push(`updates.csv: ${row.doi} is not in works.jsonl`)
    const published = works.get(row.doi)?.publication_year
    if (published !== undefined && row.update_date !== '' && Number(row.update_date.slice(0, 4)) < published) {
      problems.push(`updates.csv: ${row.update_doi} is older than ${row.doi}`)
    }
  }
  for (const row of replications) {
    once(`${row.doi_original} ← ${row.doi_replication}`)
    if (!works.has(row.doi_original)) problems.push(`replications.csv: ${row.doi_original} is not in works.jsonl`)
    for (const [doi, title] of [
      [row.doi_original, row.title_original],
      [row.doi_replication, row.title_replication],
    ] as const) {
      const work = works.get(doi)
      if (work && work.display_name !== title)
        problems.push(`replications.csv: ${doi} has another title in works.jsonl`)
    }
  }
  return problems
}

async function compareWithData(corpus: StarterCorpus, dataFolder: string, problems: string[]) {
  const works = await compareWorks(corpus.works, dataFolder, problems)
  const updates = await compareUpdates(corpus.updates, dataFolder, problems)
  const replications = await compareReplications(corpus, works, dataFolder, problems)
  return { works: works.size, updates, replications }
}

const workFiles = ['works-multi.jsonl.zst', 'works-arxiv.jsonl.zst', 'works-openalex-raw.jsonl.zst']

const knownWorkSchema = z.object({
  display_name: z.string().nullable(),
  publication_year: z.number().nullish(),
  authorships: z.array(z.object({ author: z.object({ display_name: z.string().nullish() }) })).nullish(),
  x_origin: z.string().optional(),
})

/** Compares each work with every record of it in the data; answers the DOIs of which the data knows the title. */
async function compareWorks(works: Map<string, Work>, dataFolder: string, problems: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const file of workFiles) {
    const path = join(dataFolder, file)
    if (!existsSync(path)) continue
    for await (const line of readLines(path)) {
      const work = works.get(doiOfLine(line))
      if (work === undefined) continue
      const found = knownWorkSchema.parse(JSON.parse(line))
      if (found.display_name && !sameTitle(work.display_name, found.display_name)) {
        // arXiv's harvest keeps the first preprint's title, and journals change titles: that confirms nothing.
        if (found.x_origin === 'arxiv_archive') continue
        problems.push(`${work.doi}: titled “${work.display_name}” here, “${found.display_name}” in ${file}`)
      }
      known.add(work.doi)
      if (found.publication_year && Math.abs(found.publication_year - work.publication_year) > 1) {
        problems.push(`${work.doi}: of ${work.publication_year} here, of ${found.publication_year} in ${file}`)
      }
      const [ours, theirs] = [firstAuthor(work), firstAuthor(found)]
      if (ours && theirs && !sameFirstAuthor(ours, theirs)) {
        problems.push(`${work.doi}: first author ${ours} here, ${theirs} in ${file}`)
      }
    }
  }
  return known
}

function firstAuthor(work: z.infer<typeof knownWorkSchema>): string | null {
  return work.authorships?.[0]?.author.display_name ?? null
}

// The files hold 630,000 lines: cutting the DOI out first spares parsing all but a few hundred of them.
function doiOfLine(line: string): string {
  const mark = '"doi": "https://doi.org/'
  const start = line.indexOf(mark)
  if (start === -1) return ''
  return line.slice(start + mark.length, line.indexOf('"', start + mark.length)).toLowerCase()
}

const knownUpdateSchema = z.object({
  doi: z.string(),
  update_doi: z.string(),
  update_type: z.string(),
  title: z.string(),
})

/** Compares the type of each notice that the data knows; answers how many there are. */
async function compareUpdates(updates: Update[], dataFolder: string, problems: string[]): Promise<number> {
  const ours = new Map(updates.map(row => [`${row.doi} ${row.update_doi}`, row]))
  const known = new Set<string>()
  const rows = createReadStream(join(dataFolder, 'updates.csv.gz'))
    .pipe(createGunzip())
    .pipe(parseCsvStream({ columns: true }))
  for await (const record of rows) {
    const found = knownUpdateSchema.parse(record)
    const key = `${found.doi} ${found.update_doi}`.toLowerCase()
    const row = ours.get(key)
    if (row === undefined) continue
    known.add(key)
    if (noticeKind(found) !== row.update_type) {
      problems.push(`${row.update_doi}: a ${row.update_type} here, a ${noticeKind(found)} in updates.csv.gz`)
    }
  }
  return known.size
}

// Publishers file many retractions as errata or corrections; then only the notice's own heading tells.
function noticeKind({ update_type, title }: { update_type: string; title: string }): Update['update_type'] | 'notice' {
  const type = update_type.toLowerCase().replaceAll('-', '_')
  if (type.startsWith('ret') || /^(correction: )?retract/i.test(title)) return 'retraction'
  if (type === 'expression_of_concern') return 'expression_of_concern'
  return /^(correction|corrigendum|erratum|err|corrected_article)$/.test(type) ? 'correction' : 'notice'
}

const knownReplicationSchema = z.object({
  doi_original: z.string(),
  doi_replication: z.string(),
  outcome: z.string(),
  title_original: z.string(),
})

/**
 * Compares the outcome of each pair that the data knows; answers how many there are. A pair may be there several times
 * with different outcomes (several studies, several readers): then one of them must be ours. The data's titles of
 * originals are compared too, and add to `knownWorks`.
 */
async function compareReplications(
  { works, replications }: StarterCorpus,
  knownWorks: Set<string>,
  dataFolder: string,
  problems: string[],
): Promise<number> {
  const records = z
    .array(knownReplicationSchema)
    .parse(parseCsv(await readFile(join(dataFolder, 'replications.csv'), 'utf8'), { columns: true }))
  const outcomes = new Map<string, Set<string>>()
  for (const record of records) {
    const original = record.doi_original.toLowerCase()
    const pair = `${original} ${record.doi_replication.toLowerCase()}`
    outcomes.set(pair, (outcomes.get(pair) ?? new Set()).add(record.outcome))
    const work = works.get(original)
    if (work === undefined || record.title_original === '') continue
    knownWorks.add(original)
    if (!sameTitle(work.display_name, record.title_original)) {
      problems.push(`${original}: titled “${work.display_name}” here, “${record.title_original}” in replications.csv`)
    }
  }
  let known = 0
  for (const row of replications) {
    const found = outcomes.get(`${row.doi_original} ${row.doi_replication}`)
    if (found === undefined) continue
    known += 1
    if (!found.has(row.outcome)) {
      const pair = `${row.doi_original} by ${row.doi_replication}`
      problems.push(`${pair}: ${row.outcome} here, ${[...found].join(' or ')} in replications.csv`)
    }
  }
  return known
}

async function* readLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of createReadStream(path).pipe(createZstdDecompress())) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

function isPartOfDate(text: string): boolean {
  if (text === '') return true
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return false
  const full = `${text}-01-01`.slice(0, 10)
  const date = new Date(`${full}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(full)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

if (import.meta.main) {
  const report = await checkStarterCorpus(import.meta.dirname, join(import.meta.dirname, '../../../shared/data'))
  process.stdout.write(`${describeReport(report)}\n`)
  process.exitCode = report.problems.length === 0 ? 0 : 1
}
