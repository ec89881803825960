import { z } from 'zod'
import { parseDoi } from '../../kit/doi/index.ts'

// Row formats of the corpus's three files, explained in README.md.

const doi = z.string().refine(text => parseDoi(text) === text, 'not a DOI in its storage form (clean, lower case)')
const doiUrl = z
  .string()
  .startsWith('https://doi.org/')
  .transform(url => url.slice('https://doi.org/'.length))
  .pipe(doi)
const text = z.string().refine(value => value !== '' && value.trim() === value, 'empty, or with space around it')
/** A year from the first journals to the latest issues. */
const yearUntil = (thisYear: number) => z.int().min(1600).max(thisYear)

export const workSchema = (thisYear: number) =>
  z
    .strictObject({
      doi: doiUrl,
      display_name: text,
      publication_year: yearUntil(thisYear),
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
export type Work = z.infer<ReturnType<typeof workSchema>>

const isPartOfDate = (text: string): boolean => {
  if (text === '') return true
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(text)) return false
  const full = `${text}-01-01`.slice(0, 10)
  const date = new Date(`${full}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(full)
}

export const updateColumns = 'doi,retracted,update_type,update_doi,update_date,journal,publisher,title'.split(',')
export const updateSchema = z
  .strictObject({
    doi,
    retracted: z.enum(['True', 'False']),
    update_type: z.enum(['retraction', 'partial_retraction', 'correction', 'expression_of_concern', 'republication']),
    update_doi: doi,
    update_date: z.string().refine(isPartOfDate, 'neither empty nor YYYY, YYYY-MM or YYYY-MM-DD'),
    journal: text,
    publisher: text,
    title: z.string(),
  })
  .refine(row => (row.retracted === 'True') === (row.update_type === 'retraction'), 'retracted disagrees with the type')
export type Update = z.infer<typeof updateSchema>

export const replicationColumns =
  'doi_original,doi_replication,type,outcome,outcome_quote,title_original,journal_original,year_original,title_replication,journal_replication,year_replication,origin'.split(
    ',',
  )
export const replicationSchema = (thisYear: number) => {
  const year = yearUntil(thisYear)
  return z
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
}
export type Replication = z.infer<ReturnType<typeof replicationSchema>>

export type StarterCorpus = { works: Map<string, Work>; updates: Update[]; replications: Replication[] }
