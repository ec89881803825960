import { describe, expect, test } from 'vitest'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { fetchFromCrossref } from './crossref.ts'
import { answeringService, emptyMetadata, jsonAnswer } from './testing/index.ts'

const doi = parseDoi('10.1000/asked') as Doi

const ask = (answer: ReturnType<typeof jsonAnswer>, mailto?: string) => {
  const { service, asked } = answeringService(answer)
  const answered = fetchFromCrossref({ service, url: 'https://crossref.example', mailto, now: () => 7 })(doi, 1_000)
  return { answered, asked }
}

const read = async (message: object) => {
  const answer = await ask(jsonAnswer(200, { message })).answered
  return answer.kind === 'found' ? answer : expect.fail(answer.kind)
}

describe('Crossref lookup', () => {
  test.each([
    [undefined, 'https://crossref.example/works/10.1000%2Fasked'],
    ['editor@example.org', 'https://crossref.example/works/10.1000%2Fasked?mailto=editor%40example.org'],
  ])('Crossref is queried by DOI with contact %s', async (mailto, address) => {
    const { answered, asked } = ask(jsonAnswer(404, {}), mailto)
    await answered
    expect(asked.map(String)).toEqual([address])
  })

  const silent = { kind: 'unavailable', silent: ['Crossref'] }
  test.each([
    ['not there', jsonAnswer(404, {}), { kind: 'not-found', updates: 'unknown' }],
    ['gone', jsonAnswer(410, {}), { kind: 'not-found', updates: 'unknown' }],
    ['of another DOI', jsonAnswer(200, { message: { DOI: '10.9999/other' } }), { kind: 'not-found' }],
    ['refused', { kind: 'refused', status: 403 } as const, silent],
    ['not answered', { kind: 'unavailable', reason: 'no answer in time' } as const, silent],
    ['not understood', jsonAnswer(400, { message: { title: ['Bad request'] } }), silent],
    ['no JSON', { kind: 'answer', status: 200, body: '<html>' } as const, silent],
    ['no work', jsonAnswer(200, { message: 'A text' }), silent],
  ])('a Crossref response that is %s is handled', async (_, answer, expected) => {
    expect(await ask(answer).answered).toEqual(expected)
  })

  test('a paper is found in any spelling of its DOI', async () => {
    expect((await read({ DOI: '10.1000/ASKED', title: ['This paper'] })).facts).toMatchObject({
      doi,
      title: 'This paper',
    })
  })

  test('a paper is found without metadata', async () => {
    expect(await ask(jsonAnswer(200, { message: {} })).answered).toEqual({
      kind: 'found',
      facts: { doi, ...emptyMetadata, source: 'crossref', fetchedAt: 7 },
      updates: [],
      versions: { source: 'crossref', versions: [] },
      references: { source: 'crossref', cited: { dois: [] }, published: null },
    })
  })

  test('a paper is found with its metadata', async () => {
    const { facts } = await read({
      title: [null, 'A <i>title</i> &amp; more'],
      author: [
        { given: 'Grace', family: 'Hopper', ORCID: 'http://orcid.org/0000-0002-1825-0097' },
        { family: 'Plato', name: 'Not he' },
        { name: 'A Group' },
        {},
        null,
      ],
      'container-title': [null, 'A journal'],
      institution: [{ name: 'An institution' }],
      type: 'journal-article',
      'is-referenced-by-count': 3,
    })
    expect(facts).toMatchObject({
      title: 'A title & more',
      authors: [
        { name: 'Grace Hopper', orcid: '0000-0002-1825-0097' },
        { name: 'Plato', orcid: null },
        { name: 'A Group', orcid: null },
      ],
      authorsTruncated: false,
      journal: 'A journal',
      type: 'journal-article',
      details: { citedBy: 3 },
    })
  })

  test.each([
    [[{ name: 'An institution' }], 'An institution'],
    [[{ name: null }], null],
    [[null], null],
    [[], null],
  ])('outside of a journal the venue comes from %j', async (institution, journal) => {
    expect((await read({ 'container-title': [], institution })).facts.journal).toBe(journal)
  })

  const when = (...parts: (number | null)[]) => ({ 'date-parts': [parts] })
  test.each([
    [{ published: when(2015, 3), issued: when(2014) }, 2015, '2015-03'],
    [{ published: null, issued: when(2014) }, 2014, '2014'],
    [{ published: {}, issued: when(2014) }, 2014, '2014'],
    [{ published: { 'date-parts': null }, issued: when(2014) }, 2014, '2014'],
    [{ published: { 'date-parts': [] }, issued: when(2014) }, 2014, '2014'],
    [{ published: { 'date-parts': [null] }, issued: when(2014) }, 2014, '2014'],
    [{ published: when(null), 'published-print': when(2013, 5, 6), posted: when(2012) }, 2013, '2013-05-06'],
    [{ 'published-online': when(2011), posted: when(2010) }, 2011, '2011'],
    [{ posted: when(2010) }, 2010, '2010'],
    [{ posted: when() }, null, null],
  ])('the publication date is the best one available: %j', async (dates, year, published) => {
    const { facts, references } = await read(dates)
    expect([facts.year, references?.published]).toEqual([year, published])
  })

  test.each([
    [[{ type: 'correction' }, null, { type: 'retraction' }], true],
    [[{ type: 'correction' }], null],
    [[null, {}], null],
    [[], null],
    [null, null],
  ])('a paper is retracted if an update states it, otherwise unknown: %j', async (updates, retracted) => {
    expect((await read({ 'updated-by': updates })).facts.retracted).toBe(retracted)
  })

  test('the abstract is shown under the first open license', async () => {
    const message = { abstract: '<jats:p>What we found.</jats:p>' }
    const open = { URL: 'https://creativecommons.org/licenses/by/4.0/' }
    const closed = { URL: 'https://publisher.example/terms' }
    expect((await read({ ...message, license: [null, {}, closed, open] })).facts.details?.abstract).toEqual({
      text: 'What we found.',
      licence: 'CC BY',
    })
    expect((await read({ ...message, license: [closed] })).facts.details?.abstract).toBe(null)
  })

  test('references with a DOI are kept', async () => {
    const { references } = await read({
      reference: [{ DOI: '10.1000/CITED' }, { unstructured: 'A book' }, null, { DOI: 'none' }, { DOI: '10.1000/too' }],
    })
    expect(references).toMatchObject({ source: 'crossref', cited: { dois: ['10.1000/cited', '10.1000/too'] } })
  })

  test('other versions are named by their relation', async () => {
    const by = (id: string | null, type = 'doi') => ({ 'id-type': type, id })
    const { versions } = await read({
      relation: {
        'has-preprint': [by('10.1000/PREPRINT'), null, by(null), by('no doi'), by('10.1000/not-as-doi', 'uri')],
        'is-preprint-of': [by('10.1000/article')],
        'is-version-of': [by('10.1000/version')],
        'has-manuscript': [by('10.1000/manuscript')],
        'has-review': [by('10.1000/review')],
        'has-version': null,
        toString: [by('10.1000/method')],
      },
    })
    expect(versions).toEqual({
      source: 'crossref',
      versions: [
        { doi: '10.1000/preprint', kind: 'preprint' },
        { doi: '10.1000/article', kind: 'article' },
        { doi: '10.1000/version', kind: 'version' },
        { doi: '10.1000/manuscript', kind: 'preprint' },
      ],
    })
  })
})
