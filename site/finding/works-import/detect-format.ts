import { type RecordFormat, recordFormatOf } from '../../paper/event-files/index.ts'

/** Format of a file, detected from its beginning. */
export type Format = 'works' | 'crossref-works' | 'crossref-items' | RecordFormat

/**
 * Detects the format from the first lines: a CSV header of an event file, or JSON objects (a malformed line or two before the first are
 * ignored), which are Crossref's if their DOI field is; or one object with a list of Crossref works. Null otherwise.
 */
export const detectFormat = (start: string): Format | null => {
  const lines = start.replace(/^\ufeff/, '').split('\n')
  const csv = recordFormatOf(lines[0] ?? '')
  if (csv !== null) return csv
  if (/^\s*\{\s*"items"\s*:\s*\[/.test(start.replace(/^\ufeff/, ''))) return 'crossref-items'
  const json = lines.find(line => line.trimStart().startsWith('{'))
  if (json === undefined) return null
  return /"DOI"\s*:/.test(json) && !/"doi"\s*:/.test(json) ? 'crossref-works' : 'works'
}
