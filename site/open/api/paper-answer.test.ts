import { expect, test } from 'vitest'
import { type KnownFact, nothingKnown, type Status } from '../../paper/known/index.ts'
import { exampleFact } from '../../paper/known/testing/index.ts'
import type { ListedReport } from '../../readers/reports/index.ts'
import { PaperAnswer } from './paper-schemas.ts'
import { paperAnswer, type ToldPaper } from './read-paper-answers.ts'
import { briefStatus, statusAnswer } from './status-answer.ts'

const origin = 'https://corroborate.example'

/** Converts to API output with every documented field and no other. */
const told = (answer: PaperAnswer) => {
  expect(PaperAnswer.parse(answer)).toEqual(answer)
  return answer
}

const nobody = {
  readers: { votes: undefined, interest: undefined, reports: undefined, notes: 0 },
  cites: { readAt: null, fallen: [] },
}

const bare: ToldPaper = {
  doi: '10.1000/x',
  record: 'not-found',
  kind: null,
  title: null,
  authors: [],
  authorsTruncated: false,
  journal: null,
  year: null,
  details: { abstract: null, freeText: null, citedBy: null },
  known: { status: nothingKnown, summary: 'Nothing is known.', from: 2026, to: 2026, facts: [] },
  versions: [],
}

const fact = (id: string, given: Partial<KnownFact>): KnownFact => exampleFact({ id, date: '2020-06', ...given })

test('an unknown paper has a response without invented data', () => {
  expect(told(paperAnswer(bare, nobody, origin))).toEqual({
    doi: '10.1000/x',
    doi_url: 'https://doi.org/10.1000/x',
    page_url: `${origin}/10.1000/x`,
    title: null,
    metadata: null,
    status: expect.objectContaining({ key: 'nothing-found' }),
    summary: 'Nothing is known.',
    events: [],
    attempts: [],
    reports: [],
    replicates: [],
    announces: [],
    votes: { reliable: 0, unreliable: 0, signed_in: 0 },
    counts: { events: 0, attempts: 0, reports: 0, notes: 0, watchers: 0, claims: 0 },
    flagged_references: [],
    references_synced_at: null,
    versions: [],
    open_access: null,
  })
})

test.each([
  ['found', null, true],
  ['found', 'A paper', true],
  ['not-found', 'A paper', true],
  ['unavailable', 'A paper', true],
  ['not-found', null, false],
  ['unavailable', null, false],
] as const)('a record that is %s with title %j has metadata: %j', (record, title, hasFacts) =>
  expect(paperAnswer({ ...bare, record, title }, nobody, origin).metadata !== null).toBe(hasFacts),
)

test('the API returns what the page shows: record, facts with sources, community content, versions', () => {
  const paper: ToldPaper = {
    ...bare,
    record: 'found',
    kind: 'Journal article',
    title: 'A paper',
    authors: [
      { name: 'Ada Lovelace', orcid: '0000-0002-1825-0097' },
      { name: 'Bob', orcid: null },
    ],
    authorsTruncated: true,
    journal: 'A journal',
    year: 2010,
    details: {
      abstract: null,
      freeText: { href: 'https://osf.io/paper', place: 'osf.io', version: 'accepted version' },
      citedBy: { count: 7, from: 'OpenAlex', at: '2026-11-01' },
    },
    known: {
      ...bare.known,
      status: { ...nothingKnown, reports: { held: 1, notHeld: 2, mixed: 3, unclear: 4, uncounted: 5 } },
      facts: [
        fact('event', {
          ...{ title: 'Retraction: A paper', doi: '10.1000/notice', href: 'https://doi.org/10.1000/notice' },
          ...{ dateIsLatest: true, reasons: ['Errors in the data'], source: { name: 'Crossref', href: 'https://a.b' } },
        }),
        fact('attempt', { group: 'attempt', kind: 'held', label: 'Held', outcome: 'held', quote: 'It holds.' }),
        fact('report', { group: 'report', kind: 'held', label: 'Held', outcome: 'held', isReport: true }),
        fact('repeated', { group: 'repeated', kind: 'mixed', label: 'Mixed', outcome: 'mixed' }),
        fact('announced', { group: 'announced', kind: 'notice', label: 'Notice', href: '/10.1000/other' }),
        fact('note', { group: 'note', kind: 'note', label: 'Note' }),
      ],
    },
    versions: [
      {
        ...{ doi: '10.1000/preprint', href: '/10.1000/preprint', title: 'A preprint', kind: 'preprint', byTitle: true },
        status: { kind: 'retracted', words: 'Retracted 2020' },
      },
      { doi: '10.1000/v2', href: '/10.1000/v2', title: null, kind: 'version', byTitle: false, status: null },
    ] as never,
  }
  const reports: readonly ListedReport[] = [
    {
      ...{ id: 'a', name: 'Ada', sha256: 'ab'.repeat(32), canonicalSha256: 'cd'.repeat(32), outcome: 'partial' },
      ...{ approvedAt: 2_000, countedAt: 3_000, createdAt: 1_000 },
    },
    {
      ...{ id: 'b', name: null, sha256: 'ef'.repeat(32), canonicalSha256: '01'.repeat(32), outcome: 'success' },
      ...{ approvedAt: 2_000, countedAt: null, createdAt: 1_000 },
    },
  ]
  const beside = {
    readers: {
      votes: { upvotes: 3, downvotes: 2, signedIn: 1 },
      interest: { watchers: 5, claims: 4 },
      reports,
      notes: 6,
    },
    cites: {
      readAt: 4_000,
      fallen: [
        {
          ...{ doi: '10.1000/fallen', title: 'Fallen', when: 'before' },
          status: { ...nothingKnown, kind: 'retracted', date: '2020-06-05' },
        },
      ] as never,
    },
  }
  const answer = told(paperAnswer(paper, beside, origin))
  const plain = {
    ...{ date: '2020-06', date_is_upper_bound: false, title: null, doi: null, url: null },
    ...{ source: 'Crossref', source_url: null, reasons: [], quote: null, outcome: null },
  }
  expect(answer).toMatchObject({
    title: 'A paper',
    metadata: {
      title: 'A paper',
      authors: paper.authors,
      authors_truncated: true,
      journal: 'A journal',
      year: 2010,
      type: 'Journal article',
      cited_by: { count: 7, from: 'OpenAlex', at: '2026-11-01' },
    },
    votes: { reliable: 3, unreliable: 2, signed_in: 1 },
    // Reports that wait for the second moderator are counted, too.
    counts: { events: 1, attempts: 1, reports: 15, notes: 6, watchers: 5, claims: 4 },
    references_synced_at: '1970-01-01T00:00:04.000Z',
    open_access: { url: 'https://osf.io/paper', host: 'osf.io', version: 'accepted version' },
  })
  expect(answer.events).toEqual([
    {
      ...{ ...plain, id: 'event', type: 'retraction', label: 'Retraction', date_is_upper_bound: true },
      ...{ title: 'Retraction: A paper', doi: '10.1000/notice', url: 'https://doi.org/10.1000/notice' },
      ...{ reasons: ['Errors in the data'], source_url: 'https://a.b' },
    },
  ])
  expect(answer.attempts).toEqual([
    { ...plain, id: 'attempt', type: 'replication', label: 'Held', outcome: 'success', quote: 'It holds.' },
  ])
  expect(answer.replicates).toEqual([
    { ...plain, id: 'repeated', type: 'replication', label: 'Mixed', outcome: 'mixed' },
  ])
  expect(answer.announces).toEqual([
    { ...plain, id: 'announced', type: 'editorial-notice', label: 'Notice', url: `${origin}/10.1000/other` },
  ])
  expect(answer.reports).toEqual([
    {
      ...{ hash: 'cd'.repeat(32), outcome: 'partial', author: 'Ada', reported_at: '1970-01-01T00:00:01.000Z' },
      ...{ counted: true, page_url: `${origin}/10.1000/x/audit/ababababa` },
    },
    {
      ...{ hash: '01'.repeat(32), outcome: 'success', author: null, reported_at: '1970-01-01T00:00:01.000Z' },
      ...{ counted: false, page_url: `${origin}/10.1000/x/audit/efefefefe` },
    },
  ])
  expect(answer.flagged_references).toEqual([
    {
      ...{ doi: '10.1000/fallen', title: 'Fallen', page_url: `${origin}/10.1000/fallen`, flagged_when: 'before' },
      status: expect.objectContaining({ key: 'retracted', date: '2020-06-05', label: 'Retracted 2020' }),
    },
  ])
  expect(answer.versions).toEqual([
    {
      ...{ doi: '10.1000/preprint', title: 'A preprint', page_url: `${origin}/10.1000/preprint` },
      ...{ type: 'preprint', matched_by_title: true, status: { key: 'retracted', label: 'Retracted 2020' } },
    },
    {
      ...{ doi: '10.1000/v2', title: null, page_url: `${origin}/10.1000/v2` },
      ...{ type: 'version', matched_by_title: false, status: null },
    },
  ])
})

const retracted: Status = {
  ...nothingKnown,
  kind: 'retracted',
  date: '2020-06-05',
  dateIsLatest: true,
  source: { name: 'Crossref', href: 'https://www.crossref.org' },
  reasons: ['Errors in the data'],
  notice: { href: 'https://doi.org/10.1000/notice', doi: '10.1000/notice' },
  attempts: { held: 1, notHeld: 2, mixed: 3, unclear: 4 },
  reports: { held: 5, notHeld: 6, mixed: 7, unclear: 8, uncounted: 9 },
  repeated: { first: 2010, last: 2020 },
  announces: {
    verb: 'retracts',
    papers: [{ doi: '10.1000/other', title: 'Other', href: '/10.1000/other' }],
    byTitle: true,
  },
  republished: { doi: '10.1000/again', title: null, href: '/10.1000/again' },
  silent: ['OpenAlex'],
}

test('a status has its source, link and named counts', () => {
  expect(statusAnswer(retracted, origin)).toEqual({
    key: 'retracted',
    headline: expect.stringMatching(/^Retracted /),
    sentence: expect.stringMatching(/^Retracted .*according to Crossref\. .*10\.1000\/notice/),
    date: '2020-06-05',
    date_is_upper_bound: true,
    source: 'Crossref',
    source_url: 'https://www.crossref.org',
    reasons: ['Errors in the data'],
    notice: { doi: '10.1000/notice', url: 'https://doi.org/10.1000/notice' },
    attempts: { success: 1, failed: 2, mixed: 3, unclear: 4 },
    reports: { success: 5, failed: 6, mixed: 7, unclear: 8, uncounted: 9 },
    replication_years: { first: 2010, last: 2020 },
    announces: {
      verb: 'retracts',
      papers: [{ doi: '10.1000/other', title: 'Other', page_url: `${origin}/10.1000/other` }],
      matched_by_title: true,
    },
    republished_as: { doi: '10.1000/again', title: null, page_url: `${origin}/10.1000/again` },
    unavailable_sources: ['OpenAlex'],
  })
  expect(briefStatus(retracted)).toEqual({
    key: 'retracted',
    sentence: statusAnswer(retracted, origin).sentence,
    date: '2020-06-05',
    label: 'Retracted in 2020 or earlier',
  })
})

test('a status without details is its headline', () => {
  const { headline, sentence, ...nothing } = statusAnswer(nothingKnown, origin)
  expect([sentence, briefStatus(nothingKnown).sentence]).toEqual([`${headline}.`, `${headline}.`])
  expect(nothing).toEqual({
    key: 'nothing-found',
    ...{ date: null, date_is_upper_bound: false, source: null, source_url: null, reasons: [], notice: null },
    ...{ attempts: { success: 0, failed: 0, mixed: 0, unclear: 0 } },
    ...{ reports: { success: 0, failed: 0, mixed: 0, unclear: 0, uncounted: 0 } },
    ...{ replication_years: null, announces: null, republished_as: null, unavailable_sources: [] },
  })
  expect(briefStatus(nothingKnown)).toMatchObject({ key: 'nothing-found', label: null })
})
