import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import type { z } from 'zod'
import { compareWithData } from './compare-with-data.ts'
import {
  replicationColumns,
  replicationSchema,
  type StarterCorpus,
  updateColumns,
  updateSchema,
  type Work,
  workSchema,
} from './corpus-rows.ts'

/** Finds inconsistencies between the rows: duplicate pairs, rows about missing works, and contradictory dates and titles. */
const findLooseEnds = ({ works, updates, replications }: StarterCorpus): string[] => {
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

/** Reads the three files in `folder`. Invalid rows are skipped and reported in `problems`. */
const readStarterCorpus = async (folder: string, thisYear: number, problems: string[]): Promise<StarterCorpus> => {
  const works = new Map<string, Work>()
  const schema = workSchema(thisYear)
  const lines = (await readFile(join(folder, 'works.jsonl'), 'utf8')).trimEnd().split('\n')
  for (const [index, line] of lines.entries()) {
    const work = accept(schema, parseJson(line), `works.jsonl:${index + 1}`, problems)
    if (work === null) continue
    if (works.has(work.doi)) problems.push(`works.jsonl:${index + 1}: ${work.doi} is there twice`)
    works.set(work.doi, work)
  }
  return {
    works,
    updates: await readCsv(join(folder, 'updates.csv'), updateColumns, updateSchema, problems),
    replications: await readCsv(
      join(folder, 'replications.csv'),
      replicationColumns,
      replicationSchema(thisYear),
      problems,
    ),
  }
}

const readCsv = async <Row>(path: string, columns: string[], schema: z.ZodType<Row>, problems: string[]) => {
  const [header = [], ...records]: string[][] = parseCsv(await readFile(path, 'utf8'))
  if (header.join() !== columns.join()) problems.push(`${path}: the header is not ${columns.join()}`)
  const rows = records.map((cells, index) => {
    const row = Object.fromEntries(columns.map((column, position) => [column, cells[position]]))
    return accept(schema, row, `${path}:${index + 2}`, problems)
  })
  return rows.filter(row => row !== null)
}

const accept = <Row>(schema: z.ZodType<Row>, value: unknown, place: string, problems: string[]): Row | null => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  for (const issue of result.error.issues) problems.push(`${place}: ${issue.path.join('.')}: ${issue.message}`)
  return null
}

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** One kind of row: how many there are, and how many of them the data confirmed. */
type Tally = { rows: number; confirmed: number }

/**
 * Result of a check. `problems` are messages, empty if all is well; `fields` is the number of scientific fields covered. `confirmed` counts
 * rows that occur in the data and agree with it; the rest comes from general knowledge only. Without data `comparedWith` is null and
 * nothing is confirmed.
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
 * data in `dataFolder` (see its README) where that folder exists. `now` is in epoch milliseconds: no year may be later.
 */
export const checkStarterCorpus = async (
  folder: string,
  dataFolder: string,
  now: number,
): Promise<StarterCorpusReport> => {
  const problems: string[] = []
  const corpus = await readStarterCorpus(folder, new Date(now).getUTCFullYear(), problems)
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
export const describeReport = (report: StarterCorpusReport): string => {
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

if (import.meta.main) {
  const report = await checkStarterCorpus(
    import.meta.dirname,
    join(import.meta.dirname, '../../../../shared/data'),
    Date.now(),
  )
  process.stdout.write(`${describeReport(report)}\n`)
  process.exitCode = report.problems.length === 0 ? 0 : 1
}
