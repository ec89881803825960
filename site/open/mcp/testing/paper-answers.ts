import type { PaperAnswer } from '../../api/index.ts'

const nothing = { held: 0, not_held: 0, mixed: 0, unclear: 0 }

/** API output for 10.1000/x without a status, with overrides. */
export const examplePaperAnswer = (given: Partial<PaperAnswer> = {}): PaperAnswer => ({
  doi: '10.1000/x',
  doi_url: 'https://doi.org/10.1000/x',
  page_url: 'https://corroborate.example/10.1000/x',
  title: null,
  facts: null,
  status: {
    key: 'nothing-known',
    headline: 'Nothing is known',
    sentence: 'Nothing is known.',
    date: null,
    date_is_latest: false,
    source: null,
    source_url: null,
    reasons: [],
    notice: null,
    attempts: nothing,
    reports: { ...nothing, uncounted: 0 },
    repeated: null,
    announces: null,
    republished: null,
    silent: [],
  },
  summary: 'Nothing is known.',
  events: [],
  attempts: [],
  reports: [],
  repeats: [],
  announces: [],
  votes: { reliable: 0, unreliable: 0, signed_in: 0 },
  counts: { events: 0, attempts: 0, reports: 0, notes: 0, watchers: 0, claims: 0 },
  cites_fallen: [],
  cites_read_at: null,
  versions: [],
  open_text: null,
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
  date_is_latest: false,
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
