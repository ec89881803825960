import { type Doi, doiFromText, parseDoi } from '../../kit/doi/index.ts'
import type { ReplicationRow, UpdateRow } from '../known/index.ts'
import { plainText } from '../works-index/index.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it must find.
const unprintable = /[\0-\x1f\x7f\ud800-\udfff]/

/** Text for people: no markup, no control characters, no half characters; null when nothing is left. */
export const cleanText = (text: string): string | null => {
  const plain = plainText(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it must find.
  const printable = unprintable.test(plain) ? plain.toWellFormed().replace(/[\0-\x1f\x7f]+/g, ' ') : plain
  const trimmed = printable.trim()
  return trimmed === '' ? null : trimmed
}

const doiOrg = /^https?:\/\/(?:dx\.)?doi\.org\//i

/**
 * The DOI in a field of a file. Files write DOIs into `https://doi.org/` without encoding them, so a `?` there belongs to the DOI;
 * where decoding spoils one, it is taken as it stands.
 */
export const doiOfField = (field: string): Doi | null => {
  const bare = field.replace(doiOrg, '')
  return (bare.includes('?') ? doiFromText(bare) : parseDoi(bare)) ?? doiFromText(bare.trim())
}

/** At most 80 characters of a value, for a reason that a person reads. */
export const excerpt = (value: string): string => {
  const plain = cleanText(value.slice(0, 200)) ?? ''
  return plain.length > 80 ? `${plain.slice(0, 79).toWellFormed()}…` : plain
}

/** A record of an outcome file by column; a missing column is the same as an empty one. */
export type CsvRecord = Readonly<Record<string, string | undefined>>

export type ParsedRecord<Row> =
  | { kind: 'row'; row: Row }
  | { kind: 'skipped'; reason: string }
  | { kind: 'rejected'; reason: string }

export const parseUpdate = (record: CsvRecord): ParsedRecord<UpdateRow> => {
  const paper = requiredDoi(record.doi, 'doi')
  if (paper.kind !== 'doi') return paper
  const notice = optionalDoi(record.update_doi)
  if (notice === undefined)
    return { kind: 'rejected', reason: `update_doi is not a DOI: ${excerpt(record.update_doi ?? '')}` }
  const type = (cleanText(record.update_type ?? '') ?? '').toLowerCase().replace(/[\s_]+/g, '-')
  if (type === '') return { kind: 'rejected', reason: 'update_type is empty' }
  const retracted = truth(record.retracted)
  if (retracted === null)
    return { kind: 'rejected', reason: `retracted is not a boolean: ${excerpt(record.retracted ?? '')}` }
  return {
    kind: 'row',
    row: {
      doi: paper.doi,
      type,
      noticeDoi: notice,
      date: dateOf(record.update_date),
      retracted,
      journal: cleanText(record.journal ?? ''),
      publisher: cleanText(record.publisher ?? ''),
      title: cleanText(record.title ?? ''),
    },
  }
}

export const parseReplication = (record: CsvRecord): ParsedRecord<ReplicationRow> => {
  const original = requiredDoi(record.doi_original, 'doi_original')
  if (original.kind !== 'doi') return original
  const address = (record.doi_replication ?? '').trim()
  const replicationDoi = optionalDoi(address)
  const replicationUrl = replicationDoi ? null : webAddress(address)
  if (replicationDoi === undefined && replicationUrl === null) {
    return { kind: 'rejected', reason: `doi_replication is neither a DOI nor a URL: ${excerpt(address)}` }
  }
  return {
    kind: 'row',
    row: {
      originalDoi: original.doi,
      replicationDoi: replicationDoi ?? null,
      replicationUrl,
      type: cleanText(record.type ?? '')?.toLowerCase() ?? 'replication',
      outcome: (cleanText(record.outcome ?? '') ?? '').toLowerCase(),
      quote: cleanText(record.outcome_quote ?? ''),
      originalTitle: cleanText(record.title_original ?? ''),
      originalJournal: cleanText(record.journal_original ?? ''),
      originalYear: yearOf(record.year_original),
      replicationTitle: cleanText(record.title_replication ?? ''),
      replicationJournal: cleanText(record.journal_replication ?? ''),
      replicationYear: yearOf(record.year_replication),
      origin: cleanText(record.origin ?? '') ?? '',
    },
  }
}

const requiredDoi = (field: string | undefined, column: string) => {
  if (field === undefined || field.trim() === '') return { kind: 'skipped', reason: `no DOI in ${column}` } as const
  const doi = doiOfField(field)
  if (doi === null) return { kind: 'rejected', reason: `${column} is not a DOI: ${excerpt(field)}` } as const
  return { kind: 'doi', doi } as const
}

/** Null for an empty field, undefined for one that is no DOI. */
const optionalDoi = (field: string | undefined) => {
  if (field === undefined || field.trim() === '') return null
  return (/^https?:/i.test(field) ? parseDoi(field) : doiOfField(field)) ?? undefined
}

const webAddress = (field: string): string | null => {
  const url = URL.parse(field)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}

const truth = (field: string | undefined): boolean | null => {
  const value = (field ?? '').trim().toLowerCase()
  if (value === 'true' || value === '1' || value === 'yes') return true
  if (value === 'false' || value === '0' || value === 'no' || value === '') return false
  return null
}

/** A date that the calendar has, as exact as it was given; a notice with a wrong date is still a notice. */
const dateOf = (field: string | undefined): string | null => {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:[T ].*)?$/.exec((field ?? '').trim())
  if (match === null) return null
  const [, year = '', month, day] = match
  const date = [year, month, day].filter(part => part !== undefined).join('-')
  const exact = `${year}-${month ?? '01'}-${day ?? '01'}`
  const parsed = new Date(`${exact}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== exact ? null : date
}

const yearOf = (field: string | undefined): number | null => {
  const match = /^(\d{4})(?:\.0)?$/.exec((field ?? '').trim())
  return match === null ? null : Number(match[1])
}
