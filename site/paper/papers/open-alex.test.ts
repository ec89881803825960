import { describe, expect, test } from 'vitest'
import { type Doi, parseDoi } from '../../kit/doi/index.ts'
import { fetchFromOpenAlex, openAlexFields, readOpenAlexWork } from './open-alex.ts'
import { answeringService, emptyMetadata, jsonAnswer } from './testing/index.ts'

const doi = parseDoi('10.1000/asked') as Doi

const ask = (answer: ReturnType<typeof jsonAnswer>, apiKey?: string) => {
  const { service, asked } = answeringService(answer)
  const answered = fetchFromOpenAlex({ service, url: 'https://openalex.example', apiKey, now: () => 7 })(doi, 1_000)
  return { answered, asked }
}

const read = async (work: object) => {
  const answer = await ask(jsonAnswer(200, work)).answered
  return answer.kind === 'found' ? answer : expect.fail(answer.kind)
}

describe('OpenAlex lookup', () => {
  test.each([
    [undefined, null],
    ['secret', 'secret'],
  ])('OpenAlex is queried by DOI with the key %s', async (apiKey, sent) => {
    const { answered, asked } = ask(jsonAnswer(404, {}), apiKey)
    await answered
    expect(asked).toHaveLength(1)
    expect(`${asked[0]?.origin}${asked[0]?.pathname}`).toBe('https://openalex.example/works/doi:10.1000/asked')
    expect(asked[0]?.searchParams.get('api_key')).toBe(sent)
    expect(asked[0]?.searchParams.get('select')?.split(',')).toEqual(
      expect.arrayContaining([...openAlexFields.split(','), 'abstract_inverted_index', 'publication_date']),
    )
  })

  const silent = { kind: 'unavailable', silent: ['OpenAlex'] }
  test.each([
    ['not there', jsonAnswer(404, {}), { kind: 'not-found' }],
    ['gone', jsonAnswer(410, {}), { kind: 'not-found' }],
    ['of another DOI', jsonAnswer(200, { doi: 'https://doi.org/10.1000/other' }), { kind: 'not-found' }],
    ['refused', { kind: 'refused', status: 429 } as const, silent],
    ['not answered', { kind: 'unavailable', reason: 'no answer in time' } as const, silent],
    ['not understood', jsonAnswer(400, { error: 'Invalid query' }), silent],
    ['no JSON', { kind: 'answer', status: 200, body: '<html>' } as const, silent],
    ['no work', jsonAnswer(200, null), silent],
  ])('an OpenAlex response that is %s is handled', async (_, answer, expected) => {
    expect(await ask(answer).answered).toEqual(expected)
  })

  test('a paper is found without its DOI and metadata', async () => {
    expect(await ask(jsonAnswer(200, {})).answered).toEqual({
      kind: 'found',
      facts: { doi, ...emptyMetadata, source: 'openalex', fetchedAt: 7 },
      versions: { source: 'openalex', versions: [] },
      references: { source: 'openalex', cited: { ids: [] }, published: null },
    })
  })

  test('a paper is found with all metadata', async () => {
    const { facts } = await read({
      doi: 'https://doi.org/10.1000/ASKED',
      display_name: 'A <i>title</i> &amp; more',
      publication_year: 2012,
      type: 'article',
      is_retracted: true,
      primary_location: { source: { display_name: 'A &amp; B' } },
      cited_by_count: 12,
      abstract_inverted_index: { 'tried.': [1], We: [0] },
      best_oa_location: { license: 'cc-by' },
    })
    expect(facts).toMatchObject({
      doi,
      title: 'A title & more',
      journal: 'A & B',
      year: 2012,
      type: 'article',
      retracted: true,
      details: { abstract: { text: 'We tried.', licence: 'CC BY' }, freeText: null, citedBy: 12 },
    })
  })

  test('authors with a name are kept, in printed form if there is no other', async () => {
    const { facts } = await read({
      authorships: [
        { author: { display_name: 'Ada Lovelace', orcid: 'https://orcid.org/0000-0002-1825-0097' } },
        { author: null, raw_author_name: 'G. Hopper' },
        { author: { display_name: null, orcid: null }, raw_author_name: 'E. Noether' },
        { author: null },
        null,
      ],
    })
    expect(facts.authors).toEqual([
      { name: 'Ada Lovelace', orcid: '0000-0002-1825-0097' },
      { name: 'G. Hopper', orcid: null },
      { name: 'E. Noether', orcid: null },
    ])
  })

  test.each([null, { source: null }, { source: { display_name: null } }])(
    'a missing journal is null: %j',
    async primary_location => {
      expect((await read({ primary_location })).facts.journal).toBe(null)
    },
  )

  const [pdf, page, open] = ['https://a.example/pdf', 'https://a.example/page', 'https://b.example/']
  test.each([
    [
      { pdf_url: pdf, landing_page_url: page, version: 'publishedVersion' },
      { href: pdf, version: 'published' },
    ],
    [
      { pdf_url: null, landing_page_url: page, version: 'acceptedVersion' },
      { href: page, version: 'accepted' },
    ],
    [
      { pdf_url: pdf, version: 'submittedVersion' },
      { href: pdf, version: 'submitted' },
    ],
    [
      { pdf_url: pdf, version: 'another' },
      { href: pdf, version: null },
    ],
    [null, { href: open, version: null }],
  ])('open access links to the best location: %j', async (best_oa_location, freeText) => {
    const { facts } = await read({ best_oa_location, open_access: { oa_url: open } })
    expect(facts.details?.freeText).toEqual(freeText)
  })

  test('other versions are named by their own DOIs', async () => {
    const { versions } = await read({
      locations: [
        { landing_page_url: 'https://doi.org/10.1000/asked', version: 'publishedVersion' },
        { landing_page_url: 'https://doi.org/10.1000/preprint', version: 'submittedVersion' },
        { landing_page_url: 'http://dx.doi.org/10.1000/article', version: 'publishedVersion' },
        { landing_page_url: 'https://doi.org/10.1000/manuscript', version: 'acceptedVersion' },
        { landing_page_url: 'https://doi.org/10.1000/untold' },
        { landing_page_url: 'https://repo.example/see/https://doi.org/10.1000/mentioned', version: 'submittedVersion' },
        { landing_page_url: 'https://doi.org/', version: 'submittedVersion' },
        { landing_page_url: null },
        null,
      ],
    })
    expect(versions?.versions).toEqual([
      { doi: '10.1000/preprint', kind: 'preprint' },
      { doi: '10.1000/article', kind: 'article' },
      { doi: '10.1000/manuscript', kind: 'version' },
      { doi: '10.1000/untold', kind: 'version' },
    ])
  })

  test('references with a work id are kept, and the publication date', async () => {
    const { references } = await read({
      referenced_works: ['https://openalex.org/W900', null, 'https://openalex.org/A5', 'https://openalex.org/W901'],
      publication_date: '2012-03-04',
    })
    expect(references).toEqual({
      source: 'openalex',
      cited: { ids: ['W900', 'W901'] },
      published: '2012-03-04',
    })
  })
})

describe('OpenAlex search result', () => {
  test.each([['a text'], [null], [{ display_name: 'No DOI' }], [{ doi: null }], [{ doi: 'https://openalex.org/W1' }]])(
    '%j is not a paper',
    value => {
      expect(readOpenAlexWork(value, 0)).toBe(null)
    },
  )

  const authorships = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ author: { display_name: `Author ${n}`, orcid: null } }))

  test.each([
    ['some authors', { authorships: authorships(99) }, false],
    ['as many authors as a list holds', { authorships: authorships(100) }, true],
    ['a word that some are left out', { authorships: authorships(2), is_authors_truncated: true }, true],
    ['a word that none is left out', { authorships: authorships(2), is_authors_truncated: false }, false],
    ['no authors', {}, false],
  ])('author truncation with %s', (_, given, authorsTruncated) => {
    const work = { doi: 'https://doi.org/10.1000/asked', title: 'A title', ...given }
    expect(readOpenAlexWork(work, 7)).toMatchObject({ doi, title: 'A title', authorsTruncated, fetchedAt: 7 })
  })

  test('a work fetched individually has all its authors', async () => {
    const { facts } = await read({ authorships: authorships(150) })
    expect(facts).toMatchObject({ authors: { length: 150 }, authorsTruncated: false })
  })
})
