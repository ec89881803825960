import { expect, test } from 'vitest'
import type { PublicRow } from '../../readers/notes/index.ts'
import type { PaperAnswer } from '../api/index.ts'
import { KnownPaper, knownPaper, mostListedEvidence } from './paper-named.ts'
import { exampleEventAnswer, examplePaperAnswer } from './testing/paper-answers.ts'

const noteUrl = (id: string) => `https://corroborate.example/notes/${id}`

const note = (given: Partial<PublicRow> = {}): PublicRow => ({
  ...{ id: 'n1', doi: '10.1000/x', signed_in: 0, author: 'Ada', content: 'It ran.', interests: null },
  ...{ reply_to: null, author_proof: null, published_at: Date.UTC(2026, 10, 21, 23, 59) },
  ...given,
})

/** Validates a paper against its documented schema. */
const told = (...given: Parameters<typeof knownPaper>) => {
  const paper = knownPaper(...given)
  expect(KnownPaper.parse({ requested: 'x', error: null, paper }).paper).toEqual(paper)
  return paper
}

test('a paper without a record has a status and no title', () => {
  expect(told(examplePaperAnswer(), null, noteUrl)).toEqual({
    doi: '10.1000/x',
    page_url: 'https://corroborate.example/10.1000/x',
    title: null,
    year: null,
    status: {
      ...{ key: 'nothing-found', headline: 'Nothing is known', sentence: 'Nothing is known.' },
      ...{ date: null, source: null },
    },
    counts: { events: 0, attempts: 0, reports: 0, notes: 0 },
    details: null,
  })
})

test('a paper includes its record, status and counts', () => {
  const metadata = { authors: [], authors_truncated: false, journal: null, type: null, cited_by: null }
  const answer = examplePaperAnswer({
    metadata: { ...metadata, title: 'A paper', year: 2010 },
    counts: { events: 1, attempts: 2, reports: 3, notes: 4, watchers: 5, claims: 6 },
  })
  const status = { key: 'retracted', headline: 'Retracted', sentence: 'Retracted, says Crossref.' } as const
  answer.status = { ...answer.status, ...status, date: '2020-06-05', source: 'Crossref' }
  expect(told(answer, null, noteUrl)).toMatchObject({
    title: 'A paper',
    year: 2010,
    status: { ...status, date: '2020-06-05', source: 'Crossref' },
    counts: { events: 1, attempts: 2, reports: 3, notes: 4 },
  })
})

test('a paper includes its lists where notes were loaded, even empty ones', () => {
  const details = { events: [], attempts: [], reports: [], notes: [] }
  expect(told(examplePaperAnswer(), [], noteUrl).details).toEqual(details)
})

test('each event and replication has its source, with source text marked as quoted', () => {
  const event = exampleEventAnswer({ reasons: ['Errors in the data'] })
  const attempt = exampleEventAnswer({
    ...{ type: 'replication', label: 'Replicated', outcome: 'success', date: null, url: null },
    ...{ source: 'FORRT', quote: 'It held once more.' },
  })
  expect(told(examplePaperAnswer({ events: [event], attempts: [attempt] }), [], noteUrl).details).toMatchObject({
    events: [
      {
        ...{ label: 'Retraction', date: '2020-06-05', outcome: null, source: 'Crossref' },
        ...{ url: 'https://doi.org/10.1000/notice', reasons: ['Errors in the data'], quoted: null },
      },
    ],
    attempts: [
      {
        ...{ label: 'Replicated', date: null, outcome: 'success', source: 'FORRT', url: null, reasons: [] },
        quoted: { by: 'FORRT', text: 'It held once more.' },
      },
    ],
  })
})

test('each report has the hash to read it by', () => {
  const report: PaperAnswer['reports'][number] = {
    ...{ hash: 'ab'.repeat(32), outcome: 'partial', author: 'Ada', reported_at: '2026-11-21T00:00:00.000Z' },
    ...{ counted: true, page_url: 'https://corroborate.example/report' },
  }
  expect(told(examplePaperAnswer({ reports: [report] }), [], noteUrl).details?.reports).toEqual([
    {
      ...{ hash: 'ab'.repeat(32), outcome: 'partial', reported_at: '2026-11-21T00:00:00.000Z', counted: true },
      url: 'https://corroborate.example/report',
    },
  ])
})

test('each note has its author’s words, competing interests and date', () => {
  const notes = [note(), note({ id: 'n2', author: 'Bob', interests: 'I sell it.', published_at: null })]
  expect(told(examplePaperAnswer(), notes, noteUrl).details?.notes).toEqual([
    { quoted: { by: 'Ada', text: 'It ran.' }, date: '2026-11-21', url: noteUrl('n1') },
    { quoted: { by: 'Bob', text: 'It ran.\n\nCompeting interests: I sell it.' }, date: null, url: noteUrl('n2') },
  ])
})

test('long lists are cut to ten entries', () => {
  const many = Array.from({ length: mostListedEvidence + 1 }, (_, n) => String(n))
  const report = { outcome: 'success', author: null, reported_at: '2026-11-21T00:00:00.000Z', counted: false } as const
  const answer = examplePaperAnswer({
    events: many.map(label => exampleEventAnswer({ label })),
    attempts: many.map(label => exampleEventAnswer({ label })),
    reports: many.map(hash => ({ ...report, hash, page_url: 'https://corroborate.example/' })),
  })
  const notes = many.map(id => note({ id }))
  const { details } = told(answer, notes, noteUrl)
  const first = many.slice(0, mostListedEvidence)
  expect(details?.events.map(({ label }) => label)).toEqual(first)
  expect(details?.attempts.map(({ label }) => label)).toEqual(first)
  expect(details?.reports.map(({ hash }) => hash)).toEqual(first)
  expect(details?.notes.map(({ url }) => url)).toEqual(first.map(noteUrl))
})
