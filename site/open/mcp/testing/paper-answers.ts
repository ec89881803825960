import type { PaperAnswer } from '../../api/index.ts'

const nothing = { success: 0, failed: 0, mixed: 0, unclear: 0 }

/** API output for 10.1000/x without a status, with overrides. */
export const examplePaperAnswer = (given: Partial<PaperAnswer> = {}): PaperAnswer => ({
  doi: '10.1000/x',
  doi_url: 'https://doi.org/10.1000/x',
  page_url: 'https://corroborate.example/10.1000/x',
  title: null,
  metadata: null,
  status: {
    key: 'nothing-found',
    headline: 'Nothing is known',
    sentence: 'Nothing is known.',
    date: null,
    date_is_upper_bound: false,
    source: null,
    source_url: null,
    reasons: [],
    notice: null,
    attempts: nothing,
    reports: { ...nothing, uncounted: 0 },
    replication_years: null,
    announces: null,
    republished_as: null,
    unavailable_sources: [],
  },
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
  ...given,
})

/** API output of a retraction, with overrides. */
export const exampleEventAnswer = (
  given: Partial<PaperAnswer['events'][number]> = {},
): PaperAnswer['events'][number] => ({
  id: 'event-1',
  type: 'retraction',
  label: 'Retraction',
  date: '2020-06-05',
  date_is_upper_bound: false,
  outcome: null,
  title: null,
  doi: null,
  url: 'https://doi.org/10.1000/notice',
  source: 'Crossref',
  source_url: null,
  reasons: [],
  quote: null,
  ...given,
})
