import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseCsv } from 'csv-parse/sync'
import type { z } from 'zod'
import {
  replicationColumns,
  replicationSchema,
  type StarterCorpus,
  updateColumns,
  updateSchema,
  type Work,
  workSchema,
} from './corpus-rows.ts'

/** Reads the three files in `folder`. Invalid rows are skipped and reported in `problems`. */
export const readStarterCorpus = async (
  folder: string,
  thisYear: number,
  problems: string[],
): Promise<StarterCorpus> => {
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
