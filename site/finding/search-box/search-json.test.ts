import { describe, expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import type { FoundPaper } from './found-paper.ts'
import { readNote, readSearchJson, writeSearchJson } from './search-json.ts'

const full: FoundPaper = {
  doi: storedDoi('10.1002/(sici)1097<1::aid>3.0.co;2-j'),
  title: 'Tea & <b>leaves</b> “é”',
  authors: ['Ada Lovelace', 'B', 'C', 'D'],
  authorsTruncated: true,
  journal: 'Journal of Tea',
  year: 2011,
  status: null,
}
const bare: FoundPaper = {
  doi: storedDoi('10.1000/bare'),
  title: null,
  authors: [],
  authorsTruncated: false,
  journal: null,
  year: null,
  status: null,
}

/** The exact bytes that `GET /search` has always returned for these two. */
const sent =
  '{"meta":{"count":2,"page":1,"per_page":5},"results":[{"id":"https://doi.org/10.1002/(sici)1097%3C1::aid%3E3.0.co%3B2-j","doi":"https://doi.org/10.1002/(sici)1097%3C1::aid%3E3.0.co%3B2-j","title":"Tea & <b>leaves</b> “é”","display_name":"Tea & <b>leaves</b> “é”","publication_year":2011,"authorships":[{"author":{"display_name":"Ada Lovelace"}},{"author":{"display_name":"B"}},{"author":{"display_name":"C"}},{"author":{"display_name":"D"}}],"is_authors_truncated":true,"primary_location":{"source":{"display_name":"Journal of Tea"}}},{"id":"https://doi.org/10.1000/bare","doi":"https://doi.org/10.1000/bare","title":null,"display_name":null,"publication_year":null,"authorships":[],"primary_location":null}]}'

describe('JSON of GET /search', () => {
  test('the response matches OpenAlex’s format byte for byte', () => {
    expect(JSON.stringify(writeSearchJson([full, bare]))).toBe(sent)
    expect(JSON.stringify(writeSearchJson([]))).toBe('{"meta":{"count":0,"page":1,"per_page":5},"results":[]}')
  })

  test('an empty response explains itself if there is something to say', () => {
    expect(readNote(writeSearchJson([], 'This is an ISBN.'))).toBe('This is an ISBN.')
    expect([{}, null, { meta: null }, writeSearchJson([])].map(readNote)).toEqual([null, null, null, null])
  })

  test('the response parses to the works it was written from', () => {
    expect(readSearchJson(JSON.parse(sent))).toEqual([full, bare])
  })
})

const work = {
  doi: 'https://doi.org/10.1257/AER.100.2.573',
  title: 'Growth in a Time of Debt',
  authorships: ['A', 'B', 'C', 'D'].map(name => ({ author: { display_name: name } })),
  primary_location: { source: { display_name: 'American Economic Review' } },
  publication_year: 2010,
}

describe('OpenAlex-format response', () => {
  test('a work is parsed', () => {
    expect(readSearchJson({ results: [work] })).toEqual([
      {
        doi: '10.1257/aer.100.2.573',
        title: 'Growth in a Time of Debt',
        authors: ['A', 'B', 'C', 'D'],
        authorsTruncated: false,
        journal: 'American Economic Review',
        year: 2010,
        status: null,
      },
    ])
  })

  test('authors missing from the response are mentioned', () => {
    const [first] = work.authorships
    expect(readSearchJson({ results: [{ ...work, authorships: [first], is_authors_truncated: true }] })).toMatchObject([
      { authors: ['A'], authorsTruncated: true },
    ])
  })

  test('null fields are omitted', () => {
    const bare = { doi: '10.1000/x', title: null, authorships: [{ author: null }, null], primary_location: null }
    expect(readSearchJson({ results: [bare] })).toEqual([
      { doi: '10.1000/x', title: null, authors: [], authorsTruncated: false, journal: null, year: null, status: null },
    ])
  })

  test('a work without a DOI is skipped', () => {
    expect(readSearchJson({ results: [{ ...work, doi: null }] })).toEqual([])
  })

  test.each([null, 3, {}, { results: {} }])('%j is not a valid response', answer => {
    expect(() => readSearchJson(answer)).toThrow(TypeError)
  })
})
