import type { ResultsPageModel } from '../../finding/search/index.ts'
import type { FoundPaper } from '../../finding/search-box/index.ts'
import { doiUrl, paperPath, parseDoi, storedDoi } from '../../kit/doi/index.ts'
import type { ErrorPageModel } from '../../kit/error-page/model.ts'
import type { CitesModel } from '../../paper/citations/index.ts'
import { type KnownFact, type KnownFactKind, nothingKnown, type Status } from '../../paper/known/index.ts'
import type { PaperPageModel } from '../../paper/papers/index.ts'
import type { StatusPageModel } from '../../paper/sources/index.ts'
import type { VoteCounts, VoteType } from '../../readers/votes/rules.ts'

const found = (
  doi: string,
  title: string,
  authors: string[],
  journal: string | null,
  year: number | null,
  status: FoundPaper['status'] = null,
): FoundPaper => ({
  doi: storedDoi(doi),
  title,
  authors,
  authorsTruncated: false,
  journal,
  year,
  status,
})

/** Five papers as a search finds them, among them one with a long title, one with nothing but a title from right to left, one in markup. */
export const sampleResults: FoundPaper[] = [
  found(
    '10.1257/aer.100.2.573',
    'Growth in a Time of Debt',
    ['Carmen M. Reinhart', 'Kenneth S. Rogoff'],
    'American Economic Review',
    2010,
    { kind: 'not-held', words: 'Failed to replicate (1 of 1 study)' },
  ),
  found(
    '10.1126/science.aac4716',
    'Estimating the reproducibility of psychological science',
    ['Open Science Collaboration', 'A. A. Aarts', 'J. E. Anderson', 'C. J. Anderson'],
    'Science',
    2015,
  ),
  found(
    '10.1000/long',
    'On the long-term consequences of titles that go on, and on, and on, as if the whole abstract had to be told before the first comma: a prospective, randomised, double-blind, placebo-controlled study of readers’ patience in three countries',
    ['Longname-Hyphenated Featherstonehaugh-Cholmondeley', 'Ng'],
    'Proceedings of the International Society for the Study of Extremely Long Journal Names, Series B',
    1998,
  ),
  found('10.1000/bare', 'عنوان ولا شيء غيره', [], null, null, { kind: 'retracted', words: 'Retracted 2020' }),
  found(
    '10.1000/script',
    '<script>alert("x")</script> & other <b>markup</b>',
    ['Bobby "Tables" O’Neil'],
    'Journal of Escaping',
    2007,
  ),
]

const forrt = { name: 'FORRT (CC BY 4.0)', href: 'https://forrt.org' }
let next = 0
const fact = (kind: KnownFactKind, year: number | null, label: string, more: Partial<KnownFact> = {}): KnownFact => {
  next += 1
  return {
    id: `fact-${next}`,
    kind,
    year,
    date: year === null ? null : String(year),
    dateIsLatest: false,
    label,
    title: null,
    doi: null,
    href: null,
    source: forrt,
    quote: null,
    group: 'event',
    outcome: null,
    ...more,
  }
}
const crossref = { name: 'the publisher, through Crossref', href: 'https://www.crossref.org' }
const attempt = (
  kind: 'held' | 'not-held' | 'mixed',
  year: number | null,
  title: string,
  quote: string | null = null,
) => {
  const doi = `10.1000/attempt.${year ?? 'x'}.${title.length}`
  const label = { held: 'Replicated', 'not-held': 'Failed to replicate', mixed: 'Mixed replication results' }[kind]
  return fact(kind, year, label, { title, doi, href: `https://doi.org/${doi}`, quote, group: 'attempt', outcome: kind })
}

/** A community report, which counts only if it has an outcome. */
const report = (href: string, label: string, title: string, more: Partial<KnownFact> = {}) =>
  fact('note', 2026, label, {
    ...{ title, href, source: { name: 'a Corroborate report', href: null }, date: '2026-03-14' },
    ...{ group: 'report', isReport: true, noun: { one: 'community report', many: 'community reports' }, ...more },
  })

/** A paper's page but for its sections, and the votes that its vote box shows. */
export type SamplePaper = Omit<PaperPageModel, 'sections'> & {
  cites?: CitesModel
  votes: { mine: VoteType | null; counts: VoteCounts }
}

const bare: SamplePaper = {
  doi: '10.1000/example.1',
  doiUrl: 'https://doi.org/10.1000/example.1',
  path: '/10.1000/example.1',
  record: 'found',
  kind: 'Journal article',
  title: 'A paper about which nothing is known yet',
  authors: [
    { name: 'First Author', orcid: 'https://orcid.org/0000-0002-1825-0097' },
    { name: 'Second Author', orcid: null },
  ],
  authorsTruncated: false,
  journal: 'Journal of Examples',
  year: 2011,
  known: {
    status: nothingKnown,
    summary: 'No retractions, corrections or replications found.',
    from: 2011,
    to: 2026,
    facts: [],
  },
  freshness: {
    told: 'Sources checked: Crossref (to 21 November 2026), Retraction Watch (to 20 November 2026), FORRT (to 2025) and our own list. Crossref was checked for this paper on 20 November 2026.',
    silent: null,
  },
  details: { abstract: null, freeText: null, citedBy: null },
  versions: [],
  votes: { mine: null, counts: { upvotes: 0, downvotes: 0, signedIn: 0 } },
}

const named = (doi: string): Pick<PaperPageModel, 'doi' | 'doiUrl' | 'path'> => {
  const parsed = parseDoi(doi)
  if (parsed === null) throw new Error(`${doi} is no DOI`)
  return { doi: parsed, doiUrl: doiUrl(parsed), path: paperPath(parsed) }
}

const known = (
  status: Partial<Status>,
  summary: string,
  from: number,
  facts: KnownFact[],
): PaperPageModel['known'] => ({
  status: { ...nothingKnown, ...status },
  summary,
  from,
  to: 2026,
  facts,
})

/** Papers in every state a paper page can be in. */
export const samplePapers: Readonly<Record<string, SamplePaper>> = {
  'nothing-known': bare,
  'much-known': {
    ...bare,
    ...named('10.1126/science.1239918'),
    title: 'Reading literary fiction improves theory of mind, set here for the sake of a title over two lines',
    authors: ['David Comer Kidd', 'Emanuele Castano', 'Third Author', 'Fourth Author'].map(name => ({
      name,
      orcid: null,
    })),
    journal: 'Science',
    year: 2013,
    known: known(
      {
        kind: 'mixed',
        attempts: { held: 1, notHeld: 3, mixed: 2, unclear: 0 },
        source: forrt,
        repeated: { first: 2016, last: 2018 },
      },
      'One correction, six replications. One succeeded, three failed, two are mixed.',
      2013,
      [
        attempt('held', 2025, 'A large preregistered replication across eleven countries'),
        report(
          '/10.1126/science.1239918/audit/4f2a91c07',
          'Could not be reproduced',
          'A reproduction report by Ada Lovelace',
          {
            kind: 'not-held',
            outcome: 'not-held',
          },
        ),
        report('/10.1126/science.1239918/audit/9d18be5a3', 'Reproduced', 'A reproduction report by Grace Hopper'),
        attempt('mixed', 2018, 'Reading fiction and reading minds: a second look'),
        attempt(
          'not-held',
          2018,
          'Evaluating the replicability of social science experiments in Nature and Science between 2010 and 2015',
          'Under the replicated column, the effect was not found in either stage of data collection.',
        ),
        fact('not-held', null, 'Failed to replicate', {
          group: 'attempt',
          outcome: 'not-held',
          href: 'https://example.org/a-very-long-address/that-has-no-doi/and-should-wrap-rather-than-overflow.pdf',
          title: 'Leidt het lezen van literaire fictie tot meer empathie?',
        }),
        attempt('not-held', 2017, 'Does reading a single passage of literary fiction really improve theory of mind?'),
        attempt('mixed', 2016, 'No support for a short-term effect'),
        fact('correction', 2014, 'Correction (erratum)', {
          date: '2014-03-07',
          href: 'https://doi.org/10.1126/science.x',
          source: crossref,
        }),
      ],
    ),
    details: {
      abstract: {
        text: 'Understanding others’ mental states is a crucial skill that enables the complex social relationships that characterize human societies. Yet little research has investigated what fosters this skill, which is known as Theory of Mind, in adults. We present five experiments showing that reading literary fiction led to better performance on tests of affective and cognitive Theory of Mind compared with reading nonfiction, popular fiction, or nothing at all.',
        from: 'OpenAlex',
        licence: 'CC BY',
      },
      freeText: {
        href: 'https://repository.example.org/literary-fiction.pdf',
        place: 'repository.example.org',
        version: 'the accepted manuscript',
      },
      citedBy: { count: 1432, from: 'OpenAlex', at: '2026-11-20' },
    },
    versions: [
      {
        doi: '10.31234/osf.io/example',
        href: '/10.31234/osf.io/example',
        title: 'Reading literary fiction improves theory of mind: a preprint',
        kind: 'preprint',
        byTitle: false,
        status: { kind: 'concern', words: 'Expression of concern 2019' },
      },
      {
        doi: '10.48550/arxiv.1301.00001',
        href: '/10.48550/arxiv.1301.00001',
        title: null,
        kind: 'preprint',
        byTitle: true,
        status: null,
      },
    ],
    cites: {
      heading: 'Cites 1 paper that was retracted, 1 that has an expression of concern and 1 that failed to replicate',
      papers: [
        {
          doi: '10.1126/science.1201161',
          title: 'Coping with chaos: how disordered contexts promote stereotyping and discrimination',
          href: '/10.1126/science.1201161',
          status: { kind: 'retracted', words: 'Retracted on 2 December 2011' },
          years: null,
          by: 'Retraction Watch',
          when: 'before this paper appeared',
        },
        {
          doi: '10.1000/a-long-doi-without-a-title-that-does-not-fit-on-one-line-of-a-telephone/0001',
          title: null,
          href: '/10.1000/a-long-doi-without-a-title-that-does-not-fit-on-one-line-of-a-telephone/0001',
          status: { kind: 'concern', words: 'Expression of concern in 2019' },
          years: null,
          by: 'the publisher, through Crossref',
          when: 'after this paper appeared',
        },
        {
          doi: '10.1037/a0021524',
          title: 'Feeling the future: evidence for anomalous retroactive influences on cognition and affect',
          href: '/10.1037/a0021524',
          status: { kind: 'not-held', words: 'Failed to replicate (2 of 2 studies)' },
          years: 'between 2012 and 2015',
          by: 'FORRT (CC BY 4.0)',
          when: null,
        },
      ],
      more: 0,
    },
    votes: { mine: 'upvote', counts: { upvotes: 34, downvotes: 9, signedIn: 21 } },
  },
  failed: {
    ...bare,
    ...named('10.1037/a0021524'),
    title: 'Feeling the future: evidence for anomalous retroactive influences on cognition and affect',
    authors: [{ name: 'Daryl J. Bem', orcid: null }],
    journal: 'Journal of Personality and Social Psychology',
    year: 2011,
    known: known(
      {
        kind: 'not-held',
        attempts: { held: 0, notHeld: 2, mixed: 0, unclear: 0 },
        source: forrt,
        repeated: { first: 2012, last: 2015 },
      },
      'Two replications. Both failed.',
      2011,
      [
        attempt('not-held', 2012, 'Failing the future: three unsuccessful attempts'),
        attempt('not-held', 2012, 'Correcting the past: failures to replicate psi'),
      ],
    ),
  },
  arabic: {
    ...bare,
    ...named('10.1000/arabic'),
    title: 'دراسة حول قابلية تكرار النتائج العلمية في علم النفس التجريبي: مراجعة منهجية (2019)',
    authors: [{ name: 'أحمد محمد', orcid: null }],
    journal: 'المجلة العربية لعلم النفس',
    year: 2019,
    known: known({ kind: 'retracted', date: '2021-03-04', source: crossref }, 'One retraction.', 2019, [
      fact('retraction', 2021, 'Retraction', {
        date: '2021-03-04',
        source: crossref,
        title: 'سحب: دراسة حول قابلية تكرار النتائج',
      }),
    ]),
  },
  retracted: {
    ...bare,
    ...named('10.1016/S0140-6736(97)11096-0'),
    title: 'A famous paper that was retracted twelve years after it appeared',
    journal: 'The Lancet',
    year: 1998,
    known: known(
      {
        kind: 'retracted',
        date: '2010-02-06',
        source: crossref,
        reasons: [
          'concerns about data',
          'no approval by an ethics board, or its rules not kept',
          'falsification of data',
          'misconduct by author',
        ],
        notice: { doi: '10.1016/s0140-6736(10)60175-4', href: 'https://doi.org/10.1016/s0140-6736(10)60175-4' },
      },
      'One retraction, one expression of concern, one correction.',
      1998,
      [
        fact('retraction', 2010, 'Retraction', {
          date: '2010-02-06',
          href: 'https://doi.org/10.1016/s0140-6736(10)60175-4',
          doi: '10.1016/s0140-6736(10)60175-4',
          source: crossref,
        }),
        fact('concern', 2008, 'Expression of concern', { date: '2008-11', source: crossref }),
        fact('reinstatement', 2009, 'Reinstatement', { source: crossref }),
        fact('correction', 2004, 'Partial retraction', { date: '2004-03-06', source: crossref }),
        fact('notice', 2004, 'Comment', { source: crossref, title: 'A comment on the paper' }),
      ],
    ),
    votes: { mine: 'downvote', counts: { upvotes: 1, downvotes: 2, signedIn: 1 } },
  },
  'not-found': {
    ...bare,
    ...named('10.5555/nobody.knows.this'),
    record: 'not-found',
    kind: null,
    title: null,
    authors: [],
    journal: null,
    year: null,
    known: {
      status: { ...nothingKnown, kind: 'no-record' },
      summary: 'No retractions, corrections or replications found.',
      from: 2026,
      to: 2026,
      facts: [],
    },
  },
  unavailable: {
    ...bare,
    ...named('10.5555/12345678'),
    record: 'unavailable',
    kind: null,
    title: null,
    authors: [],
    journal: null,
    year: null,
    known: {
      status: { ...nothingKnown, kind: 'not-asked', silent: ['Crossref'] },
      summary: 'No retractions, corrections or replications found.',
      from: 2026,
      to: 2026,
      facts: [],
    },
    freshness: {
      told: 'Sources checked: Crossref (to 21 November 2026), Retraction Watch (to 20 November 2026), FORRT (to 2025) and our own list. Crossref did not respond for this paper.',
      silent: 'Crossref',
    },
    votes: { mine: null, counts: { upvotes: 4, downvotes: 0, signedIn: 0 } },
  },
  'eighty-authors': {
    ...bare,
    ...named('10.1103/PhysRevLett.116.061102'),
    title: 'Observation of gravitational waves from a binary black hole merger',
    authors: Array.from({ length: 80 }, (_, index) => ({
      name:
        index === 7
          ? 'Čeněk Żółć-Ħamřík'
          : index % 9 === 0
            ? `The Collaboration Number ${index + 1}`
            : `A. B. Surname${index + 1}`,
      orcid: index % 3 === 0 ? '0000-0002-1825-0097' : null,
    })),
    journal: 'Physical Review Letters',
    year: 2016,
    known: { ...bare.known, from: 2016 },
    votes: { mine: null, counts: { upvotes: 12_345, downvotes: 678, signedIn: 4321 } },
  },
  'long-title': {
    ...bare,
    ...named('10.1002/(SICI)1521-3773(19990601)38:11<1598::AID-ANIE1598>3.0.CO;2-J'),
    title:
      'Effects of α-lipoic acid, β-carotene and γ-tocopherol on the long-term outcome of 1,1-bis(4-chlorophenyl)-2,2,2-trichloroethane-induced hepatotoxicity in genetically heterogeneous populations of Rattus norvegicus: a prospective, randomised, double-blind, placebo-controlled, multicentre trial with a follow-up of fifteen years, and what it does not tell us about people',
    journal: 'Angewandte Chemie International Edition',
    year: 1999,
    known: { ...bare.known, from: 1999 },
  },
  crowded: {
    ...bare,
    title: 'A paper that everybody tried to repeat',
    year: 1996,
    known: known(
      {
        kind: 'mixed',
        attempts: { held: 31, notHeld: 21, mixed: 8, unclear: 0 },
        source: forrt,
        repeated: { first: 2000, last: 2025 },
      },
      'Sixty replications. Thirty-one succeeded, twenty-one failed, eight are mixed.',
      1996,
      [
        ...Array.from({ length: 24 }, (_, index) => attempt('held', 2018, `Many Labs, site ${index + 1}`)),
        ...Array.from({ length: 14 }, (_, index) => attempt('not-held', 2018, `Many Labs, other site ${index + 1}`)),
        ...Array.from({ length: 22 }, (_, index) =>
          attempt(
            index % 3 === 0 ? 'not-held' : index % 3 === 1 ? 'held' : 'mixed',
            2000 + ((index * 5) % 26),
            `An attempt, number ${index + 1}`,
          ),
        ),
      ],
    ),
    votes: { mine: null, counts: { upvotes: 3, downvotes: 1, signedIn: 2 } },
  },
  notice: {
    ...bare,
    ...named('10.1016/S0140-6736(10)60175-4'),
    kind: 'Retraction notice',
    title: 'Retraction—A famous paper that was retracted twelve years after it appeared',
    journal: 'The Lancet',
    year: 2010,
    known: known(
      {
        kind: 'notice',
        announces: {
          verb: 'retracts',
          byTitle: false,
          papers: [
            {
              doi: '10.1016/s0140-6736(97)11096-0',
              title: 'A famous paper that was retracted twelve years after it appeared',
              href: '/10.1016/s0140-6736(97)11096-0',
            },
          ],
        },
      },
      'It retracts another paper.',
      2010,
      [fact('notice', 2010, 'Retracts another paper', { date: '2010-02-06', source: crossref })],
    ),
  },
  'this-year': {
    ...bare,
    title: 'A paper of this year, already corrected',
    year: 2026,
    known: known({ kind: 'corrected', date: '2026-05-02', source: crossref }, 'One correction.', 2026, [
      fact('correction', 2026, 'Correction', { date: '2026-05-02', source: crossref }),
    ]),
  },
}

/** Answers to a plain search. */
export const sampleSearches: Readonly<Record<string, ResultsPageModel>> = {
  results: { query: 'growth', results: sampleResults, note: null, error: null },
  none: { query: 'xyzzy', results: [], note: null, error: null },
  empty: { query: '', results: [], note: null, error: null },
  failed: { query: 'growth', results: [], note: null, error: 'Search service is currently unavailable.' },
  hostile: { query: `"><script>alert(1)</script>${'x'.repeat(300)}`, results: [], note: null, error: null },
}

export const sampleErrors: readonly ErrorPageModel[] = [400, 401, 404, 409, 413, 418, 429, 500, 502, 503].map(
  status => ({
    status,
    message: null,
    requestId: '01JD8ZK3V6W7X8Y9ZABCDEFGHJ',
    login: status === 401 ? '/login?redirect_url=%2Fmoderate' : null,
  }),
)

/** Sources in every state they can be in. */
export const sampleStatus: StatusPageModel = {
  at: '2026-11-22T09:00:00Z',
  starter: { notices: 28, replications: 8, newest: '2024-07-18' },
  sources: [
    {
      source: 'crossref',
      name: 'Crossref',
      href: 'https://www.crossref.org/',
      tells: 'Corrections, retractions and other notices, as publishers announce them',
      state: 'fresh',
      askedAt: '2026-11-22T02:13:00Z',
      reachesTo: '2026-11-22',
      events: 117_475,
      did: 'Last sync: 214 notices added or updated, 3 withdrawn.',
      failure: null,
    },
    {
      source: 'retraction-watch',
      name: 'Retraction Watch',
      href: 'https://retractionwatch.com/',
      tells: 'Retractions and expressions of concern, with their reasons',
      state: 'failing',
      askedAt: '2026-11-19T03:00:00Z',
      reachesTo: '2026-11-18',
      events: 61_542,
      did: 'No changes in the last sync.',
      failure: { at: '2026-11-22T03:00:00Z', sentence: 'It returned a web page instead of its file.' },
    },
    {
      source: 'forrt',
      name: 'FORRT',
      href: 'https://forrt.org/',
      tells: 'Replications and reproductions, with their results (CC BY 4.0)',
      state: 'never',
      askedAt: null,
      reachesTo: null,
      events: 0,
      did: null,
      failure: null,
    },
  ],
}
