import type { FrontModel, RecentPageModel, WantedPageModel } from '../../news/front/models.ts'

const long =
  'On the long-term consequences of titles that go on, and on, and on, as if the whole abstract had to be told before the first comma: a prospective study of readers’ patience'

const entries: RecentPageModel['entries'] = [
  {
    id: '1',
    title: 'Estimating the reproducibility of psychological science',
    path: '/10.1126/science.aac4716',
    shape: 'mixed',
    label: 'A reproduction report: partly reproduced',
    when: 'on 20 November 2026',
    year: '2026',
    by: 'Ada Lovelace',
    detail: null,
  },
  {
    id: '2',
    title: long,
    path: '/10.1000/long',
    shape: null,
    label: 'A community note',
    when: 'on 19 November 2026',
    year: '2026',
    by: 'A reader with a very long name that has no end to speak of',
    detail: `<b>${'The second table adds up to 104 %, and '.repeat(8)}https://example.org/${'x'.repeat(120)}`,
  },
  {
    id: '3',
    title: 'A title and nothing else',
    path: '/10.1000/bare',
    shape: 'retraction',
    label: 'Retraction',
    when: 'on 18 November 2025',
    year: '2025',
    by: 'Retraction Watch',
    detail: 'Retraction: A title and nothing else',
  },
  {
    id: '4',
    title: 'Growth in a Time of Debt',
    path: '/10.1257/aer.100.2.573',
    shape: 'correction',
    label: 'Correction',
    when: 'in November 2025',
    year: '2025',
    by: 'Crossref',
    detail: null,
  },
]

const papers: WantedPageModel['papers'] = [
  {
    title: 'Growth in a Time of Debt',
    path: '/10.1257/aer.100.2.573',
    status: { kind: 'not-held', words: 'Failed to replicate (1 of 1 study)' },
    bounty: '$1,290',
    interest: '1,204 people watch it · 2 people have claimed it',
  },
  {
    title: long,
    path: '/10.1000/long',
    status: null,
    bounty: null,
    interest: '1 person watches it · nobody has claimed it yet',
  },
]

export const sampleFront: FrontModel = {
  wanted: papers,
  said: entries.slice(0, 2),
  corrections: entries.slice(2),
  statuses: {
    '10.1257/aer.100.2.573': { kind: 'not-held', words: 'Failed to replicate (1 of 1 study)' },
    '10.1016/s0140-6736(97)11096-0': { kind: 'retracted', words: 'Retracted 2010' },
  },
}

/** Recent updates with a next page. */
export const sampleRecent: RecentPageModel = {
  kind: 'all',
  title: 'Recent updates',
  filters: ['All', 'Corrections', 'Retractions', 'Replications', 'Reports', 'Notes', 'Claims'].map((words, index) => ({
    words,
    path: `/recent?kind=${words.toLowerCase()}`,
    isHere: index === 0,
    count: ['1,000+', '412', '96', '31', '7', '12', '2'][index] ?? '0',
  })),
  entries,
  next: '/recent?before=1.x',
  isLater: true,
  feed: '/feed/all.atom',
}

/** The papers that are wanted. */
export const sampleWanted: WantedPageModel = {
  kind: 'open',
  filters: ['All', 'Unclaimed', 'Claimed'].map((words, index) => ({
    words,
    path: `/wanted?kind=${index}`,
    isHere: index === 1,
    count: String(9 - index),
  })),
  papers,
  next: null,
  isLater: false,
}
