import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { createLogger } from '@corroborate/server-kit/logging'
import { createOutbox, type JobInfo, outboxMigrations } from '@corroborate/server-kit/outbox'
import { describeStore } from '@corroborate/server-kit/testing'
import type { Kysely } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { type Doi, doiFromText } from '../../kit/doi/index.ts'
import { type ScriptedService, startCrossref, startOpenAlex } from '../../testing/index.ts'
import { addInterest } from '../activity/index.ts'
import { citationsMigration, readFlaggedReferences } from '../citations/index.ts'
import { type KnownTables, knownMigrations, saveReplications, saveUpdates, sourcesMigration } from '../known/index.ts'
import { foldWords, titleStart, type Work } from '../works-index/index.ts'
import { createPapers, type PaperJobs, type PaperTables } from './create-papers.ts'
import { factsMigration } from './facts-store.ts'
import type { LocalIndex } from './local-index.ts'
import { readOpenAlexWork } from './open-alex.ts'
import { versionsMigration } from './versions.ts'

const doi = (text: string): Doi => doiFromText(text) as Doi
const sici = doi('10.1002/(sici)1521-3773(19990601)38:11<1598::aid-anie1598>3.0.co;2-j')
const day = 86_400_000

const openAlexWorks = [
  {
    id: 'https://openalex.org/W1',
    doi: 'https://doi.org/10.1000/Alex',
    display_name: 'A <i>title</i> &amp; more',
    publication_year: 2012,
    type: 'article',
    is_retracted: false,
    cited_by_count: 12,
    abstract_inverted_index: { We: [0], 'tried.': [1] },
    publication_date: '2012-03-04',
    referenced_works: ['https://openalex.org/W900', 'https://openalex.org/W901', null],
    best_oa_location: { pdf_url: 'https://www.repo.example/x.pdf', license: 'cc-by', version: 'acceptedVersion' },
    locations: [
      { landing_page_url: 'https://doi.org/10.1000/Alex', version: 'publishedVersion' },
      { landing_page_url: 'https://doi.org/10.48550/arXiv.1', version: 'submittedVersion' },
      null,
    ],
    primary_location: { source: { display_name: 'Journal of Titles' } },
    authorships: [
      { author: { display_name: 'Ada Lovelace', orcid: 'https://orcid.org/0000-0002-1825-0097' } },
      { author: { display_name: null, orcid: null }, raw_author_name: 'G. Hopper' },
      { author: null },
    ],
  },
  {
    id: 'https://openalex.org/W2',
    doi: `https://doi.org/${sici}`,
    display_name: null,
    authorships: null,
    primary_location: null,
    publication_year: null,
  },
  { id: 'https://openalex.org/W3', doi: 'https://doi.org/10.1000/retracted', display_name: 'Gone', is_retracted: true },
  { id: 'https://openalex.org/W4', doi: 'https://doi.org/10.1000/published', display_name: 'Published' },
  {
    id: 'https://openalex.org/W5',
    doi: 'https://doi.org/10.1000/odd',
    display_name: 7,
    publication_year: 'x',
    authorships: 'x',
    primary_location: [],
    type: {},
  },
]
const crossrefWorks = [
  {
    DOI: '10.1000/Cross',
    title: ['Only Crossref'],
    author: [
      { given: 'Grace', family: 'Hopper', ORCID: 'http://orcid.org/0000-0002-1825-0097' },
      { name: 'A Group' },
      null,
    ],
    'container-title': ['The Container'],
    published: { 'date-parts': [[2015, 3]] },
    type: 'journal-article',
    'updated-by': [
      {
        DOI: '10.1000/r',
        type: 'retraction',
        label: 'Retraction',
        source: 'publisher',
        updated: { 'date-parts': [[2019, 5, 2]] },
      },
      {
        DOI: '10.1000/r',
        type: 'retraction',
        label: 'Retraction',
        source: 'retraction-watch',
        updated: { 'date-parts': [[2019, 5, 1]] },
      },
      { DOI: null, type: 'correction', updated: { 'date-parts': [[null]] } },
      { type: null },
    ],
  },
  {
    DOI: '10.1000/preprint',
    title: ['A preprint'],
    issued: { 'date-parts': [[2020]] },
    type: 'posted-content',
    relation: { 'is-preprint-of': [{ 'id-type': 'doi', id: '10.1000/CROSS', 'asserted-by': 'subject' }, null] },
    abstract: '<jats:p>What we <jats:italic>found</jats:italic>.</jats:p>',
    license: [{ URL: 'https://creativecommons.org/licenses/by/4.0/' }],
    'is-referenced-by-count': 1,
  },
  {
    DOI: '10.1000/r',
    title: ['Retraction: Only Crossref'],
    'update-to': [{ DOI: '10.1000/cross', type: 'retraction', updated: { 'date-parts': [[2019, 5, 2]] } }],
  },
  { DOI: '10.1000/odd', title: 'x', author: {}, published: [], 'updated-by': 'x' },
  {
    DOI: '10.1000/alex',
    title: ['The same'],
    'updated-by': [{ DOI: '10.1000/c', type: 'correction', source: 'publisher', updated: { 'date-parts': [[2014]] } }],
    'published-online': { 'date-parts': [[2012, 3, 5]] },
    reference: [{ key: 'a', DOI: '10.1000/CROSS' }, { key: 'b', unstructured: 'A book' }, null, { DOI: 'no doi' }],
  },
]

const silent = createLogger('silent')
const reader = '192.0.2.1'
const job: JobInfo = { id: 'x', key: null, enqueuedAt: 0, attempt: 1, signal: new AbortController().signal }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const world = async (
  db: Kysely<PaperTables>,
  {
    index = [],
    off = false,
    lookUps = Number.POSITIVE_INFINITY,
  }: { index?: Work[] | 'unreadable'; off?: boolean; lookUps?: number } = {},
) => {
  const openAlex = await startOpenAlex(openAlexWorks, { '10.1000/preprint': 'W4' })
  const crossref = await startCrossref(crossrefWorks)
  const clock = { now: Date.UTC(2026, 10, 21) }
  const spent = new Map<string, number>()
  const papers = createPapers<null>({
    attempts: async () => [],
    notes: async () => [],
    db,
    lookUpWorks: async ask => ask(localIndex(index)),
    openAlex: off ? null : { url: openAlex.url, apiKey: 'secret' },
    crossref: off ? null : { url: crossref.url },
    origin: 'http://localhost:5000',
    contact: 'editor@example.org',
    sections: async () => ({
      vote: { mine: null, counts: { upvotes: 1, downvotes: 0, signedIn: 0 } },
      bounty: { count: 1, form: { currency: 'usd' } },
    }),
    outbox: createOutbox<PaperJobs>(db, { logger: silent, now: Date.now }),
    logger: silent,
    mayAskOutside: async address => {
      const used = (spent.get(address) ?? 0) + 1
      spent.set(address, used)
      return used > lookUps ? { kind: 'refused', retryAfterSeconds: 7 } : { kind: 'allowed' }
    },
    now: () => clock.now,
  })
  closing.push(papers.close, openAlex.close, crossref.close)
  const page = async (asked: Doi, address = reader) => {
    const result = await papers.page(asked, null, address)
    if (result.kind !== 'page') throw new Error(`no page but ${result.kind}`)
    return result.model
  }
  /** Runs the requested refreshes. */
  const work = async () => {
    await papers.close()
    const rows = await db.deleteFrom('outbox').returning(['kind', 'payload']).execute()
    for (const { payload } of rows) await papers.jobs['papers.refresh'](JSON.parse(payload), job)
    return rows.map(({ kind, payload }) => `${kind} ${payload}`)
  }
  return { openAlex, crossref, clock, papers, page, work, spent }
}

const localIndex = (index: Work[] | 'unreadable'): LocalIndex => ({
  findWork: asked => {
    if (index === 'unreadable') return { kind: 'unavailable' }
    const work = index.find(each => each.doi === asked)
    return work === undefined ? { kind: 'not-found' } : { kind: 'found', work }
  },
  findWorks: dois =>
    new Map(index === 'unreadable' ? [] : index.filter(each => dois.includes(each.doi)).map(work => [work.doi, work])),
  findTitled: titles => (index === 'unreadable' ? [] : index.filter(each => titles.includes(each.title ?? ''))),
  startsKnown: starts =>
    new Set(
      index === 'unreadable'
        ? []
        : index.map(({ title }) => titleStart(foldWords(title ?? ''))).filter(start => starts.includes(start)),
    ),
})

const requests = (...services: ScriptedService[]) => services.reduce((sum, { requests }) => sum + requests.length, 0)
const indexed: Work = {
  doi: doi('10.1000/indexed'),
  title: 'In the index',
  authors: [{ name: 'Ann Author', orcid: null }],
  authorsTruncated: true,
  journal: null,
  year: 2001,
  type: 'article',
  citedBy: null,
  retracted: null,
  source: 'import',
  pmid: null,
}

describeStore<PaperTables>(
  'a paper',
  [factsMigration, versionsMigration, citationsMigration, ...knownMigrations, sourcesMigration, ...outboxMigrations],
  open => {
    test('a paper known to OpenAlex is shown, stored, and not fetched again', async () => {
      const { openAlex, crossref, page } = await world(await open())
      expect(await page(doi('10.1000/alex'))).toMatchObject({
        doi: '10.1000/alex',
        doiUrl: 'https://doi.org/10.1000/alex',
        path: '/10.1000/alex',
        record: 'found',
        kind: 'Article',
        title: 'A title & more',
        authors: [
          { name: 'Ada Lovelace', orcid: '0000-0002-1825-0097' },
          { name: 'G. Hopper', orcid: null },
        ],
        journal: 'Journal of Titles',
        year: 2012,
        known: { from: 2012, to: 2026, facts: [] },
        sections: { vote: { mine: null, counts: { upvotes: 1 } } },
      })
      expect(openAlex.requests[0]?.target).toBe(
        '/works/doi:10.1000/alex?select=id%2Cdoi%2Cdisplay_name%2Cauthorships%2Cprimary_location%2Cpublication_year%2Ctype%2Cis_retracted%2Ccited_by_count%2Cabstract_inverted_index%2Copen_access%2Cbest_oa_location%2Clocations%2Creferenced_works%2Cpublication_date&api_key=secret',
      )
      expect(openAlex.requests[0]?.headers['user-agent']).toBe(
        'Corroborate (http://localhost:5000; mailto:editor@example.org)',
      )
      await page(doi('10.1000/alex'))
      expect(requests(openAlex, crossref)).toBe(1)
    })

    test('a paper has abstract, open access link, citations and other versions', async () => {
      const { page, clock } = await world(await open(), {
        index: [{ ...indexed, doi: doi('10.48550/arxiv.1'), title: 'RETRACTED: A title & more' }],
      })
      await page(doi('10.1000/alex'))
      clock.now += 3 * day
      const at = '2026-11-21'
      expect(await page(doi('10.1000/alex'))).toMatchObject({
        details: {
          abstract: { text: 'We tried.', from: 'OpenAlex', licence: 'CC BY' },
          freeText: {
            href: 'https://www.repo.example/x.pdf',
            place: 'repo.example',
            version: 'the accepted manuscript',
          },
          citedBy: { count: 12, from: 'OpenAlex', at },
        },
        versions: [
          {
            doi: '10.48550/arxiv.1',
            kind: 'preprint',
            byTitle: false,
            title: 'RETRACTED: A title & more',
            status: { kind: 'retracted', words: 'Retracted' },
          },
        ],
      })
      expect(await page(doi('10.1000/preprint'))).toMatchObject({
        details: { abstract: { text: 'What we found.', from: 'Crossref', licence: 'CC BY' }, citedBy: { count: 1 } },
        versions: [{ doi: '10.1000/cross', kind: 'article' }],
      })
      expect((await page(doi('10.1000/cross'))).versions).toMatchObject([{ doi: '10.1000/preprint', kind: 'preprint' }])
    })

    test('a notice recognized by title links to the only paper with that title', async () => {
      const title = 'A study of rats in small rooms'
      const rats = { ...indexed, doi: doi('10.1000/rats'), title, journal: 'Rats', year: 2001 }
      const notice = { ...indexed, doi: doi('10.1000/n1'), title: `Retraction: ${title}`, journal: 'Rats', year: 2004 }
      const { page, papers } = await world(await open(), { index: [rats, notice], off: true })
      const announces = { verb: 'retracts', byTitle: true, papers: [{ doi: '10.1000/rats', title }] }
      const shown = await page(notice.doi)
      expect(shown.known.status).toMatchObject({ kind: 'notice', announces })
      // Shows contributions received, without the form.
      expect(shown.sections).toEqual({ bounty: { count: 1, form: null } })
      expect((await papers.statuses([notice.doi])).get(notice.doi)).toMatchObject({ kind: 'notice', announces })
    })

    test('a paper missing in Crossref does not stay in a checking state', async () => {
      const { page, work } = await world(await open(), { index: [indexed] })
      expect((await page(indexed.doi)).freshness.told).toContain('Checking Crossref')
      await work()
      expect((await page(indexed.doi)).freshness.told).toContain(
        'Crossref was checked for this paper on 21 November 2026.',
      )
    })

    test('Crossref updates are fetched in the background', async () => {
      const { page, work } = await world(await open())
      await page(doi('10.1000/alex'))
      await work()
      expect(await page(doi('10.1000/alex'))).toMatchObject({
        title: 'A title & more',
        known: {
          summary: 'One correction.',
          facts: [
            {
              label: 'Correction',
              date: '2014',
              doi: '10.1000/c',
              source: { name: 'the publisher, through Crossref' },
            },
          ],
        },
      })
    })

    test('a paper known only to Crossref is shown with its retraction at once', async () => {
      const { page, crossref } = await world(await open())
      const model = await page(doi('10.1000/cross'))
      expect(model).toMatchObject({
        title: 'Only Crossref',
        kind: 'Journal article',
        year: 2015,
        journal: 'The Container',
        authors: [
          { name: 'Grace Hopper', orcid: '0000-0002-1825-0097' },
          { name: 'A Group', orcid: null },
        ],
        known: {
          facts: [
            { kind: 'retraction', date: '2019-05-01', doi: '10.1000/r' },
            { kind: 'correction', date: null, doi: null },
          ],
        },
      })
      expect(crossref.requests[0]?.target).toBe('/works/10.1000%2Fcross?mailto=editor%40example.org')
      expect(await page(doi('10.1000/r'))).toMatchObject({ known: { summary: 'It retracts another paper.' } })
    })

    test('an unusual DOI reaches the services unchanged', async () => {
      const { page } = await world(await open())
      expect(await page(sici)).toMatchObject({ record: 'found', title: null, authors: [], year: null })
    })

    test('a merged paper is fetched from its own DOI’s registration agency', async () => {
      const { page } = await world(await open())
      expect(await page(doi('10.1000/preprint'))).toMatchObject({ title: 'A preprint', year: 2020, kind: 'Preprint' })
    })

    test('a record’s retraction is shown even if other sources are unavailable', async () => {
      const { page } = await world(await open())
      expect(await page(doi('10.1000/retracted'))).toMatchObject({
        known: {
          summary: 'One retraction.',
          facts: [{ kind: 'retraction', date: null, source: { name: 'OpenAlex' } }],
        },
      })
    })

    test('a record with entirely wrong types still has a page', async () => {
      const { page, openAlex } = await world(await open())
      expect(await page(doi('10.1000/odd'))).toMatchObject({ record: 'found', title: null, authors: [] })
      openAlex.behave({ status: 410 })
      expect(await page(doi('10.1000/nothing'))).toMatchObject({ record: 'not-found' })
    })

    test('an unknown paper has a page and is fetched again in the background after a day', async () => {
      const { page, openAlex, crossref, clock, work } = await world(await open())
      const unknown = doi('10.9999/nobody')
      expect(await page(unknown)).toMatchObject({ record: 'not-found', title: null, known: { facts: [] } })
      expect(requests(openAlex, crossref)).toBe(2)
      await page(unknown)
      expect(requests(openAlex, crossref)).toBe(2)
      clock.now += 2 * day
      await page(unknown)
      expect(requests(openAlex, crossref)).toBe(2)
      await work()
      expect(requests(openAlex, crossref)).toBe(4)
    })

    test('an unknown path below a paper’s DOI is not found', async () => {
      const { papers } = await world(await open())
      const known = doi('10.1000/above')
      await papers.learn(
        [readOpenAlexWork({ doi: `https://doi.org/${known}`, display_name: 'A paper' }, 0)].filter(
          facts => facts !== null,
        ),
      )
      expect(await papers.page(doi(`${known}/junk/more.pdf`), null, reader)).toEqual({ kind: 'below', doi: known })
      expect(await papers.page(doi('10.1000/elsewhere/junk'), null, reader)).toMatchObject({ kind: 'page' })
    })

    test('an unknown DOI that cannot be registered has no page, and a known one has', async () => {
      const { papers } = await world(await open())
      const impossible = doi('10.0000/anziamj.v56i0.9414')
      expect(await papers.page(impossible, null, reader)).toEqual({ kind: 'impossible' })
      const inList = { doi: `https://doi.org/${impossible}`, display_name: 'In a list' }
      await papers.learn([readOpenAlexWork(inList, 0)].filter(facts => facts !== null))
      expect(await papers.page(impossible, null, reader)).toMatchObject({ kind: 'page' })
    })

    test('an indexed paper is shown without waiting and refreshed once in the background', async () => {
      const { page, openAlex, crossref, work } = await world(await open(), { index: [indexed] })
      openAlex.behave('hang')
      crossref.behave('hang')
      expect(await page(doi('10.1000/indexed'))).toMatchObject({
        title: 'In the index',
        year: 2001,
        record: 'found',
        authorsTruncated: true,
      })
      await page(doi('10.1000/indexed'))
      expect(requests(openAlex, crossref)).toBe(0)
      openAlex.behave('answer')
      crossref.behave('answer')
      expect(await work()).toEqual(['papers.refresh {"doi":"10.1000/indexed"}'])
    })

    test('a paper is not reported unknown while the index is unreadable, with or without external lookups', async () => {
      const db = await open()
      const unknown = doi('10.9999/nobody')
      expect(await (await world(db, { index: 'unreadable', off: true })).page(unknown)).toMatchObject({
        record: 'unavailable',
      })
      const { page } = await world(db, { index: 'unreadable' })
      expect(await page(unknown)).toMatchObject({ record: 'unavailable' })
      expect(await page(unknown)).toMatchObject({ record: 'unavailable' })
      expect(await page(doi('10.1000/alex'))).toMatchObject({ record: 'found' })
      expect(await (await world(db)).page(unknown)).toMatchObject({ record: 'not-found' })
    })

    describe('client over its external lookup limit', () => {
      test('a paper is not reported unknown, and the response has Retry-After', async () => {
        const { page, papers, openAlex, crossref } = await world(await open(), { lookUps: 1 })
        expect(await page(doi('10.9999/nobody'))).toMatchObject({ record: 'not-found' })
        const asked = requests(openAlex, crossref)
        expect(asked).toBeGreaterThan(0)
        const answer = await papers.page(doi('10.1000/alex'), null, reader)
        expect(answer).toMatchObject({
          kind: 'page',
          retryAfter: 7,
          model: { record: 'unavailable', known: { status: { kind: 'not-asked' } } },
        })
        await expect(papers.cite(doi('10.1000/alex'), 'ris', reader)).rejects.toMatchObject({ status: 429 })
        expect(await papers.facts.find(doi('10.1000/alex'), reader)).toEqual({ kind: 'unavailable', retryAfter: 7 })
        expect(requests(openAlex, crossref)).toBe(asked)
        expect(await page(doi('10.1000/alex'), '192.0.2.2')).toMatchObject({ record: 'found' })
      })

      test('stored and indexed papers stay readable without counting', async () => {
        const { page, papers, spent } = await world(await open(), { index: [indexed], lookUps: 2 })
        await page(doi('10.1000/alex'))
        await page(doi('10.9999/nobody'))
        expect(spent.get(reader)).toBe(2)
        for (const [asked, record] of [
          ['10.1000/alex', 'found'],
          ['10.9999/nobody', 'not-found'],
          ['10.1000/indexed', 'found'],
        ] as const) {
          expect(await papers.page(doi(asked), null, reader)).toMatchObject({ retryAfter: null, model: { record } })
        }
        expect(spent.get(reader)).toBe(2)
        await page(doi('10.1000/cross'))
        expect(spent.get(reader)).toBe(3)
      })

      test('requests without external lookups do not count', async () => {
        const { page, spent } = await world(await open(), { off: true })
        await page(doi('10.9999/nobody'))
        expect(spent.size).toBe(0)
      })
    })

    test('metadata with truncated authors is marked until the full record is fetched', async () => {
      const { page, papers, work } = await world(await open())
      const authorships = Array.from({ length: 100 }, (_, n) => ({ author: { display_name: `Author ${n}` } }))
      const inList = { doi: 'https://doi.org/10.1000/alex', display_name: 'In a list', authorships }
      await papers.learn([readOpenAlexWork(inList, 0)].filter(facts => facts !== null))
      expect(await page(doi('10.1000/alex'))).toMatchObject({ authors: { length: 100 }, authorsTruncated: true })
      await work()
      expect(await page(doi('10.1000/alex'))).toMatchObject({ title: 'A title & more', authorsTruncated: false })
    })

    test('metadata stored a month ago is shown and refreshed', async () => {
      const { page, openAlex, clock, work } = await world(await open())
      const asked = doi('10.1000/alex')
      await page(asked)
      await work()
      const before = openAlex.requests.length
      clock.now += 31 * day
      openAlex.behave({ status: 404 })
      expect(await page(asked)).toMatchObject({ title: 'A title & more' })
      await work()
      expect(openAlex.requests.length).toBe(before + 1)
      expect(await page(asked)).toMatchObject({ record: 'found', title: 'The same' })
    })

    test('a paper newly flagged as retracted by OpenAlex notifies watchers', async () => {
      const db = await open()
      const { page, clock, work } = await world(db)
      const asked = doi('10.1000/retracted')
      await page(asked)
      await work()
      expect(await db.selectFrom('activity').selectAll().execute()).toEqual([])
      const { facts } = await db.selectFrom('paper_facts').select('facts').executeTakeFirstOrThrow()
      const before = { ...JSON.parse(facts ?? ''), retracted: false }
      await db
        .updateTable('paper_facts')
        .set({ facts: JSON.stringify(before) })
        .execute()
      await addInterest(db, asked, { watchers: 1 })
      clock.now += 31 * day
      await page(asked)
      await work()
      const news = { doi: asked, kind: 'retraction', by_name: 'OpenAlex', at: clock.now }
      expect(await db.selectFrom('activity').selectAll().execute()).toMatchObject([news])
    })

    test('citing problematic papers is detected from each service, not while services are unavailable', async () => {
      const db = await open()
      const { page, work, openAlex, crossref, clock } = await world(db)
      const asked = doi('10.1000/alex')
      const cited = async () => (await readFlaggedReferences(db, [asked])).get(asked)
      const row = { noticeDoi: doi('10.1000/n'), date: '2019-05-02', retracted: true, journal: null, publisher: null }
      const fell = (name: string) => ({ ...row, doi: doi(name), type: 'retraction', title: null })
      await saveUpdates(db, [fell('10.1000/cross'), fell('10.1000/by-id')], 'publisher')
      await db
        .insertInto('fallen_papers')
        .values({ doi: '10.1000/by-id', fell_on: '2019-05-02', noted_at: 0, openalex_id: 'W901', title: 'By its id' })
        .execute()
      openAlex.behave({ status: 503 })
      crossref.behave({ status: 503 })
      await page(asked)
      expect(await cited()).toEqual({ readAt: null, fallen: [] })
      openAlex.behave('answer')
      crossref.behave('answer')
      clock.now += 3_600_000
      await page(asked)
      await work()
      expect(await cited()).toMatchObject({
        readAt: clock.now,
        fallen: [
          { doi: '10.1000/by-id', title: 'By its id', when: 'after' },
          { doi: '10.1000/cross', title: null, when: 'after' },
        ],
      })
      const edges = db.selectFrom('fallen_references').select(['source', 'published']).orderBy('source')
      expect(await edges.execute()).toEqual([
        { source: 'crossref', published: '2012-03-05' },
        { source: 'openalex', published: '2012-03-04' },
      ])
    })

    test('concurrent requests look a paper up once', async () => {
      const { page, openAlex, crossref } = await world(await open())
      const models = await Promise.all(Array.from({ length: 20 }, () => page(doi('10.1000/cross'))))
      expect(new Set(models.map(model => model.title))).toEqual(new Set(['Only Crossref']))
      expect(requests(openAlex, crossref)).toBe(2)
    })

    test('a DOI with trailing punctuation redirects to the paper', async () => {
      const { papers } = await world(await open(), { index: [indexed] })
      expect(await papers.page(doi('10.1000/indexed/'), null, reader)).toEqual({
        kind: 'moved',
        path: '/10.1000/indexed',
      })
      expect(await papers.page(doi('10.1000/indexed.'), null, reader)).toEqual({
        kind: 'moved',
        path: '/10.1000/indexed',
      })
      expect(await papers.page(doi('10.1000/indexed,'), null, reader)).toEqual({
        kind: 'moved',
        path: '/10.1000/indexed',
      })
      expect(await papers.page(doi('10.1000/alex;'), null, reader)).toEqual({ kind: 'moved', path: '/10.1000/alex' })
      expect(await papers.page(doi('10.9999/nobody/'), null, reader)).toMatchObject({
        kind: 'page',
        model: { record: 'not-found', path: '/10.9999/nobody/' },
      })
    })

    test('a paper without a record takes its title from its replications', async () => {
      const db = await open()
      const about = {
        type: 'replication',
        outcome: 'mixed',
        quote: null,
        originalJournal: null,
        replicationJournal: null,
        origin: 'x',
      }
      await saveReplications(db.$pickTables<keyof KnownTables>(), [
        {
          ...about,
          originalDoi: doi('10.1000/original'),
          replicationDoi: doi('10.1000/again'),
          originalTitle: 'First',
          originalYear: 2001,
          replicationTitle: 'Second',
          replicationYear: 2002,
        },
      ])
      const { page } = await world(db, { off: true })
      expect(await page(doi('10.1000/original'))).toMatchObject({
        record: 'not-found',
        title: 'First',
        year: 2001,
        known: { from: 2001 },
      })
      expect(await page(doi('10.1000/again'))).toMatchObject({ title: 'Second', year: 2002 })
    })

    test('imported evidence is shown', async () => {
      const db = await open()
      const paper = doi('10.1000/indexed')
      await saveUpdates(db.$pickTables<keyof KnownTables>(), [
        {
          doi: paper,
          type: 'erratum',
          noticeDoi: doi('10.1000/e'),
          date: '2019-04-30',
          retracted: false,
          journal: null,
          publisher: null,
          title: 'Erratum',
        },
      ])
      await saveReplications(db.$pickTables<keyof KnownTables>(), [
        {
          originalDoi: paper,
          replicationDoi: doi('10.1000/alex'),
          type: 'replication',
          outcome: 'failed',
          quote: 'No effect.',
          originalTitle: null,
          originalJournal: null,
          originalYear: null,
          replicationTitle: null,
          replicationJournal: null,
          replicationYear: null,
          origin: 'x',
        },
      ])
      const { page } = await world(db, {
        index: [indexed, { ...indexed, doi: doi('10.1000/alex'), title: 'The attempt', year: 2020 }],
        off: true,
      })
      expect((await page(paper)).known).toMatchObject({
        summary: 'One correction, one failed replication.',
        facts: [
          { kind: 'not-held', title: 'The attempt', year: 2020, quote: 'No effect.' },
          {
            kind: 'correction',
            date: '2019',
            dateIsLatest: true,
            source: { name: 'Crossref (the year is that of Crossref’s record)' },
          },
        ],
      })
    })
  },
)

describe('unavailable services', () => {
  const setUp = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corroborate-papers-'))
    const db = await openDatabase<PaperTables>({
      file: join(folder, 'test.db'),
      migrations: [
        factsMigration,
        versionsMigration,
        citationsMigration,
        ...knownMigrations,
        sourcesMigration,
        ...outboxMigrations,
      ],
      now: Date.now,
    })
    const made = await world(db)
    closing.push(
      () => db.destroy(),
      async () => rmSync(folder, { recursive: true }),
    )
    return made
  }

  test.each([
    'hang',
    'cut',
    'garbage',
    'huge',
    'elsewhere',
    { status: 500 },
    { status: 429 },
    { status: 403 },
  ] as const)('a page survives both services at %j', async behaviour => {
    const { page, openAlex, crossref } = await setUp()
    openAlex.behave(behaviour)
    crossref.behave(behaviour)
    expect(await page(doi('10.1000/alex'))).toMatchObject({
      record: 'unavailable',
      title: null,
      path: '/10.1000/alex',
      known: { status: { kind: 'not-asked', silent: ['OpenAlex', 'Crossref'] } },
      freshness: { silent: 'Crossref' },
    })
  })

  test('Crossref substitutes for an unavailable OpenAlex', async () => {
    const { page, openAlex } = await setUp()
    openAlex.behave({ status: 503 })
    expect(await page(doi('10.1000/cross'))).toMatchObject({ record: 'found', title: 'Only Crossref' })
    expect(await page(doi('10.9999/nobody'))).toMatchObject({
      record: 'unavailable',
      known: { status: { kind: 'not-asked', silent: ['OpenAlex'] } },
    })
  })

  test('a repeatedly failing service is not awaited', async () => {
    const { page, openAlex, crossref } = await setUp()
    openAlex.behave({ status: 500 })
    crossref.behave({ status: 500 })
    for (let paper = 0; paper < 5; paper += 1) await page(doi(`10.1000/${paper}`))
    const asked = requests(openAlex, crossref)
    expect(await page(doi('10.1000/alex'))).toMatchObject({ record: 'unavailable' })
    expect(requests(openAlex, crossref)).toBe(asked)
  })

  test('citations report unavailable sources', async () => {
    const { papers, openAlex, crossref } = await setUp()
    await expect(papers.cite(doi('10.1000/alex'), 'docx', reader)).rejects.toMatchObject({ status: 404 })
    expect((await papers.cite(doi('10.1000/alex'), 'bibtex', reader)).status).toBe(200)
    openAlex.behave({ status: 500 })
    crossref.behave({ status: 500 })
    await expect(papers.cite(doi('10.1000/other'), 'ris', reader)).rejects.toMatchObject({ status: 503 })
  })
})
