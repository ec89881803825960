import { ReadableStream } from 'node:stream/web'
import { addressOf, type HttpContext } from '@corroborate/server-kit/http'
import type { Limits } from '@corroborate/server-kit/limits'
import { readDoisOfPmids, type SearchTables } from '../../finding/search/index.ts'
import { doiUrl, paths, storedDoi } from '../../kit/doi/index.ts'
import { defineFeature, type Handler, type NoJobs } from '../../kit/feature/index.ts'
import type { Pages } from '../../kit/http/index.ts'
import { definePage, markup } from '../../kit/page/define-page.ts'
import { type CitationTables, readFlaggedReferences } from '../../paper/citations/index.ts'
import type { WithPapers } from '../../paper/papers/index.ts'
import type { WithApiLimits } from '../api/index.ts'
import { statusKey } from '../public-names/index.ts'
import { apiAnswer, createApiCall, notNow, readForm, type Shape } from './api-call.ts'
import type { CheckPage } from './CheckPage.tsx'
import { type Checked, type CheckReferences, createCheckReferences } from './check.ts'
import type { CheckedBibliography, CheckedReference, CheckLine, CheckPageModel } from './model.ts'
import type { WithReferences } from './reference-reader.ts'
import { isRaised, resultOf } from './result.ts'

const checkPage = definePage({
  name: 'check',
  component: markup<typeof CheckPage>('open/reference-check/CheckPage.tsx'),
  head: (_: CheckPageModel, origin) => ({
    title: 'Check your references · Corroborate',
    description: 'See which references were retracted, corrected or failed to replicate. Nothing is stored.',
    canonical: `${origin}${paths.check}`,
  }),
  islands: 'open/reference-check/islands.tsx',
  styles: 'kit/browser/styles/for-checks.css',
  scriptBudget: 5_600,
  islandBudget: 7_700,
})

/** A check as a file. */
type ExportedFile = { name: string; type: string; text: string }

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
  'details',
  'flagged references',
  'possible match',
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
      status === null ? 'not-found' : statusKey(status.kind),
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

type Options = {
  check: CheckReferences
  pages: Pick<Pages, 'show'>
  limits: Pick<Limits<'checkReferences'>, 'require'>
}

const empty = { text: '', problem: null, result: null }

/** `/check`: the form, and its result. */
export const createPageCalls = ({ check, pages, limits }: Options): { form: Handler; check: Handler } => ({
  form: c => pages.show(c, checkPage, empty),
  check: async c => {
    await limits.require('checkReferences', { address: addressOf(c) })
    const { bytes, text, shape } = await readForm(c)
    if (shape === 'page' && (c.req.header('Accept') ?? '').includes('application/x-ndjson'))
      return streamed(c, check, bytes)
    const outcome = await check(bytes, addressOf(c))
    if (outcome.kind === 'busy' || outcome.kind === 'too-many') throw notNow(outcome.kind)
    if (outcome.kind === 'unreadable')
      return pages.show(c, checkPage, { ...empty, text: text ?? '', problem: outcome.sentence }, 422)
    if (shape !== 'page') return asFile(c, fileOf(shape, outcome))
    return pages.show(c, checkPage, { text: outcome.text, problem: null, result: resultOf(outcome.checked) })
  },
})

const fileOf = (
  shape: Exclude<Shape, 'page'>,
  { text, checked }: Extract<Checked, { kind: 'checked' }>,
): ExportedFile => {
  if (shape === 'notes') return withNotes(text, checked)
  return shape === 'csv' ? asCsv(checked) : asJson(checked)
}

const asFile = (c: HttpContext, { name, type, text }: ExportedFile): Response =>
  c.body(text, 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  })

/** Streams progress during the check. */
const streamed = (c: HttpContext, check: CheckReferences, bytes: Uint8Array): Response => {
  const encoder = new TextEncoder()
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      const tell = (line: CheckLine) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      tell(lineOf(await check(bytes, addressOf(c), progress => tell({ kind: 'progress', ...progress }))))
      controller.close()
    },
  })
  return c.body(lines as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>, 200, {
    'Content-Type': 'application/x-ndjson',
    'Cache-Control': 'no-store',
  })
}

const lineOf = (outcome: Checked): CheckLine => {
  if (outcome.kind === 'checked') return { kind: 'done', text: outcome.text, result: resultOf(outcome.checked) }
  return { kind: 'problem', sentence: outcome.kind === 'unreadable' ? outcome.sentence : notNow(outcome.kind).message }
}

const limits = {
  /** Bibliographies that are checked, each as work for a second. */
  checkReferences: { points: 60, perSeconds: 10 * 60 },
} as const

/** Checking a bibliography: the page, and the call of the API. Keeps nothing. */
export const referenceCheckFeature = defineFeature<
  SearchTables & CitationTables,
  NoJobs,
  WithPapers & WithReferences & WithApiLimits
>()({
  limits,
  pages: [checkPage],
  open: ({ db, papers, references, pages, limits, now }) => {
    const check = createCheckReferences({
      references,
      summaries: papers.summaries,
      citesFallen: async dois => {
        const cited = await readFlaggedReferences(db, dois)
        return new Map(
          // A citation of a flagged paper may be known before the other references.
          [...cited].flatMap(([doi, { readAt, fallen }]) =>
            readAt === null && fallen.length === 0 ? [] : [[doi, fallen]],
          ),
        )
      },
      doisOfPmids: pmids => readDoisOfPmids(db, pmids, now()),
    })
    const calls = createPageCalls({ check, pages, limits })
    return {
      routes: {
        [paths.check]: { GET: calls.form, POST: calls.check },
        [paths.checkForPrograms]: { POST: createApiCall({ check, limits }) },
      },
    }
  },
})
