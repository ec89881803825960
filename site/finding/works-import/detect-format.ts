import { type RecordFormat, recordFormatOf } from '../../paper/event-files/index.ts'

/** What a file holds, told by its beginning. */
export type Format = 'works' | 'crossref-works' | 'crossref-items' | RecordFormat

/**
 * Tells the format by the first lines: a CSV header of one of the files of events, or JSON objects (a broken line or two before the first
 * object do not matter), which are Crossref's when they name their DOI as Crossref does; or one object that lists Crossref's works. Null
 * when it is none of these.
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
