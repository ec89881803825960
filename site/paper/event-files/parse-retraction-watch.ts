import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import type { UpdateRow } from '../known/index.ts'
import { type CsvRecord, cleanText, doiOfField, excerpt, type ParsedRecord } from './outcome-rows.ts'

/** Maps Retraction Watch's nature of a notice to an update type. */
const typeOfNature: Readonly<Record<string, string>> = {
  retraction: 'retraction',
  'expression of concern': 'expression-of-concern',
  correction: 'correction',
  reinstatement: 'reinstatement',
}

/** One row of Retraction Watch's own list: a notice about a paper, with its date and its reasons. */
export const parseRetractionWatch = (record: CsvRecord): ParsedRecord<UpdateRow> =>
  parseNotice({
    original: record.OriginalPaperDOI,
    notice: record.RetractionDOI,
    nature: record.RetractionNature,
    column: 'OriginalPaperDOI',
    told: {
      date: usDate(record.RetractionDate ?? ''),
      journal: cleanText(record.Journal ?? ''),
      publisher: cleanText(record.Publisher ?? ''),
      reasons: listOf(record.Reason).map(reason => reason.replace(/^\+\s*/, '')),
      links: listOf(record.URLS).filter(isWebAddress),
    },
  })

/** One row of the short list, which gives no more than paper, notice and nature. */
export const parseRetractionWatchIndex = (record: CsvRecord): ParsedRecord<UpdateRow> =>
  parseNotice({
    original: record.doi,
    notice: record.notice_doi,
    nature: record.nature,
    column: 'doi',
    told: { date: null, journal: null, publisher: null },
  })

const parseNotice = ({
  original,
  notice,
  nature = '',
  column,
  told,
}: {
  original: string | undefined
  notice: string | undefined
  nature: string | undefined
  column: string
  told: Pick<UpdateRow, 'date' | 'journal' | 'publisher' | 'reasons' | 'links'>
}): ParsedRecord<UpdateRow> => {
  if (isMissing(original)) return { kind: 'skipped', reason: `no DOI in ${column}` }
  const doi = doiOfField(original)
  if (doi === null) return { kind: 'rejected', reason: `${column} is not a DOI: ${excerpt(original)}` }
  const type = typeOfNature[nature.trim().toLowerCase()]
  if (type === undefined) return { kind: 'rejected', reason: `unknown notice type: ${excerpt(nature)}` }
  const row = { doi, type, noticeDoi: noticeIn(notice), retracted: type === 'retraction', title: null, ...told }
  return { kind: 'row', row }
}

/** A notice with an unreadable DOI is still imported, so that its event is not lost. */
const noticeIn = (field: string | undefined): Doi | null =>
  isMissing(field) ? null : (doiOfField(field) ?? doiFromText(field))

const isMissing = (field: string | undefined): field is '' | undefined =>
  field === undefined || /^\s*(?:unavailable|unknown|none|n\/?a|0)?\s*$/i.test(field)

/** "7/18/2024 0:00": month, day, year, and a time that means nothing. Null when the calendar has no such day. */
const usDate = (field: string): string | null => {
  const [, month = '', day = '', year = ''] = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s.*)?$/.exec(field) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const parsed = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date ? null : date
}

const listOf = (field: string | undefined): string[] => (field ?? '').split(';').flatMap(part => cleanText(part) ?? [])

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
