import { doiUrl, storedDoi } from '../../kit/doi/index.ts'
import { apiAnswer } from './api-answer.ts'
import type { CheckedBibliography, CheckedReference } from './model.ts'
import { isRaised } from './result.ts'

/** A check as a file. */
export type ExportedFile = { name: string; type: string; text: string }

const columns = [
  'number',
  'key',
  'reference',
  'doi',
  'found by',
  'title',
  'year',
  'status',
  'date',
  'what is known',
  'cites',
  'maybe',
] as const

/** One line for each reference (RFC 4180). */
export const asCsv = ({ references }: CheckedBibliography): ExportedFile => {
  const lines = references.map(({ number, key, input, doi, foundBy, title, year, status, citesFallen, maybe }) =>
    [
      number,
      key,
      input,
      doi,
      foundBy,
      title,
      year,
      status?.kind ?? 'not found',
      status?.date,
      status?.sentence,
      citesFallen?.words,
      maybe?.doi,
    ]
      .map(cell)
      .join(','),
  )
  return {
    name: 'references.csv',
    type: 'text/csv; charset=utf-8',
    text: `${[columns.join(','), ...lines].join('\r\n')}\r\n`,
  }
}

/** A text that looks like a formula is not run when the file is opened in a spreadsheet. */
const cell = (value: string | number | null | undefined): string => {
  const text = String(value ?? '')
  const harmless = /^[=+@\t\r-]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The answer that programs get. */
export const asJson = (checked: CheckedBibliography): ExportedFile => ({
  name: 'references.json',
  type: 'application/json; charset=utf-8',
  text: JSON.stringify(apiAnswer(checked), null, 2),
})

/** The bibliography as it was sent, each reference of which something is known followed by a note. Nothing else of it is changed. */
export const withNotes = (text: string, { format, references }: CheckedBibliography): ExportedFile => {
  if (format === 'csl-json')
    return {
      name: 'references-with-notes.json',
      type: 'application/json; charset=utf-8',
      text: cslWithNotes(text, references),
    }
  let noted = ''
  let from = 0
  for (const reference of references) {
    const note = noteOf(reference)
    const { end } = reference
    if (note === null || end === null || end < from) continue
    const place = format === 'bibtex' ? end - 1 : end
    noted += text.slice(from, place) + written[format](note, text.slice(from, place))
    from = place
  }
  noted += text.slice(from)
  const ending = {
    bibtex: 'bib',
    ris: 'ris',
    nbib: 'nbib',
    'endnote-xml': 'xml',
    docx: 'txt',
    odt: 'txt',
    plain: 'txt',
  }[format]
  return { name: `references-with-notes.${ending}`, type: 'text/plain; charset=utf-8', text: noted }
}

const prose = (note: string): string => ` [${note}]`

/** The form of a note in each format. BibTeX: a field `annotation`, since an entry may have a `note`. */
const written: Readonly<
  Record<Exclude<CheckedBibliography['format'], 'csl-json'>, (note: string, before: string) => string>
> = {
  bibtex: (note, before) =>
    `${/,\s*$/.test(before) ? '' : ','}\n  annotation = {${note.replace(/[{}\\]/g, '').replace(/[%#&_]/g, '\\$&')}}\n`,
  ris: note => `\nN1  - ${note}`,
  nbib: note => `\nOT  - ${note}`,
  'endnote-xml': () => '',
  docx: prose,
  odt: prose,
  plain: prose,
}

const noteOf = (reference: CheckedReference): string | null => {
  const { status, doi, foundBy } = reference
  if (status === null || !isRaised(reference)) return null
  const guess = foundBy === 'title' && doi !== null ? ` Probably this paper: ${doiUrl(storedDoi(doi))}.` : ''
  return `${status.sentence}${guess}`
}

const cslWithNotes = (text: string, references: readonly CheckedReference[]): string => {
  const value: unknown = JSON.parse(text)
  const items: unknown[] = Array.isArray(value) ? value : ((value as { items?: unknown[] }).items ?? [value])
  for (const reference of references) {
    const item = items[reference.line - 1]
    const note = noteOf(reference)
    if (note !== null && typeof item === 'object' && item !== null) {
      const before: unknown = Reflect.get(item, 'note')
      Reflect.set(item, 'note', typeof before === 'string' && before !== '' ? `${before}\n${note}` : note)
    }
  }
  return JSON.stringify(value, null, 2)
}
