import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { parse as parseCsvStream } from 'csv-parse'
import { parse as parseCsv } from 'csv-parse/sync'
import { z } from 'zod'
import type { StarterCorpus, Update, Work } from './corpus-rows.ts'
import { sameFirstAuthor, sameTitle } from './same-work.ts'

/** Compares every row with the data in `dataFolder`; answers how many of each kind the data confirms. */
export const compareWithData = async (corpus: StarterCorpus, dataFolder: string, problems: string[]) => {
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
const compareWorks = async (works: Map<string, Work>, dataFolder: string, problems: string[]): Promise<Set<string>> => {
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

const firstAuthor = (work: z.infer<typeof knownWorkSchema>): string | null =>
  work.authorships?.[0]?.author.display_name ?? null

// The files hold 630,000 lines: cutting the DOI out first spares parsing all but a few hundred of them.
const doiOfLine = (line: string): string => {
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
const compareUpdates = async (updates: Update[], dataFolder: string, problems: string[]): Promise<number> => {
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

// Publishers file many retractions as errata or corrections, which only the notice's title reveals.
const noticeKind = ({
  update_type,
  title,
}: {
  update_type: string
  title: string
}): Update['update_type'] | 'notice' => {
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
const compareReplications = async (
  { works, replications }: StarterCorpus,
  knownWorks: Set<string>,
  dataFolder: string,
  problems: string[],
): Promise<number> => {
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
