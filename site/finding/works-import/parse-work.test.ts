import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseWorkLine } from './parse-block.ts'
import { openAlexLine } from './testing/files.ts'

const parse = (line: string) => parseWorkLine(line, 'import')

describe('work record', () => {
  test('a work record is parsed with everything the site shows', () => {
    const line = openAlexLine('10.1000/ABC', {
      display_name: 'On <i>Drosophila</i> &amp; H<sub>2</sub>O',
      cited_by_count: 7,
      is_retracted: true,
      language: 'en',
      ids: { pmid: 'https://pubmed.ncbi.nlm.nih.gov/29456894' },
    })
    expect(parse(line)).toEqual({
      kind: 'work',
      fallen: null,
      work: {
        doi: '10.1000/abc',
        title: 'On Drosophila & H2O',
        authors: [{ name: 'Ada Author', orcid: '0000-0002-1825-0097' }],
        authorsTruncated: false,
        journal: 'Journal',
        year: 2001,
        type: 'article',
        citedBy: 7,
        retracted: true,
        pmid: 29456894,
        source: 'import',
      },
    })
  })

  test('a work record may name only its first author', () => {
    expect(parse(openAlexLine('10.1000/x', { is_authors_truncated: true }))).toMatchObject({
      work: { authors: { length: 1 }, authorsTruncated: true },
    })
  })

  test('a work record may contain a null author', () => {
    const line = openAlexLine('10.1000/x', { authorships: [null, { author: { display_name: 'Ada Lovelace' } }] })
    expect(parse(line)).toMatchObject({ work: { authors: [{ name: 'Ada Lovelace' }] } })
  })

  test('a work record needs only a DOI', () => {
    expect(parse('{"doi":"https://doi.org/10.1000/x","authorships":null,"primary_location":{"source":null}}')).toEqual({
      kind: 'work',
      fallen: null,
      work: {
        doi: '10.1000/x',
        title: null,
        authors: [],
        authorsTruncated: false,
        journal: null,
        year: null,
        type: null,
        citedBy: null,
        retracted: null,
        pmid: null,
        source: 'import',
      },
    })
  })

  test.each([
    ['with a question mark', 'https://doi.org/10.1098/?rsif.2011.0510', '10.1098/?rsif.2011.0510'],
    ['bare', '10.1000/X', '10.1000/x'],
    [
      'escaped for LaTeX',
      'https://doi.org/10.1002/a(1998)49:1\\%3c96::b\\%3e3.0.co;2-7',
      '10.1002/a(1998)49:1<96::b>3.0.co;2-7',
    ],
    ['that decoding would spoil', 'https://doi.org/10.1007/978-0%206', '10.1007/978-0%206'],
  ])('a work record may have a DOI %s', (_, doi, key) => {
    expect(parse(JSON.stringify({ doi }))).toMatchObject({ kind: 'work', work: { doi: key } })
  })

  test('a work record without a DOI is skipped', () => {
    expect(parse(openAlexLine(null))).toEqual({ kind: 'skipped', reason: 'no DOI' })
    expect(parse('{"doi":""}').kind).toBe('skipped')
    expect(parse('{}').kind).toBe('skipped')
  })
})

describe('rejected line', () => {
  test.each([
    ['when it is not JSON', '{"doi":', /not JSON/],
    ['when it is no object', '[1]', /not a JSON object/],
    ['when it is null', 'null', /not a JSON object/],
    ['when its DOI is none', '{"doi":"https://doi.org/11.1000/x"}', /not a DOI: https:\/\/doi.org\/11.1000\/x/],
    ['when its DOI is a number', '{"doi":10.1}', /doi is not a string/],
    ['when its title is a list', openAlexLine('10.1000/x', { display_name: ['x'] }), /display_name is not a string/],
    ['when its authors are a text', openAlexLine('10.1000/x', { authorships: 'x' }), /authorships is not a list/],
    ['when an author is a text', openAlexLine('10.1000/x', { authorships: ['x'] }), /not an object/],
    ['when its year is a text', openAlexLine('10.1000/x', { publication_year: '2001' }), /publication_year/],
    ['when its year is a fraction', openAlexLine('10.1000/x', { publication_year: 2001.5 }), /publication_year/],
    [
      'when its place is a list',
      openAlexLine('10.1000/x', { primary_location: [] }),
      /primary_location is not an object/,
    ],
    ['when its citations are negative', openAlexLine('10.1000/x', { cited_by_count: -1 }), /cited_by_count/],
    ['when its retraction is a text', openAlexLine('10.1000/x', { is_retracted: 'no' }), /is_retracted/],
  ])('a line is rejected with a reason %s', (_, line, reason) => {
    expect(parse(line)).toEqual({ kind: 'rejected', reason: expect.stringMatching(reason) })
  })

  test('no line throws an exception', () => {
    fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), line => typeof parse(line).kind === 'string'))
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (title, authorships, primary_location) => {
        parse(JSON.stringify({ doi: '10.1000/x', title, authorships, primary_location }))
      }),
    )
  })
})

test('control characters and lone surrogates are removed from text', () => {
  expect(parse('{"doi":"10.1000/x","title":"a\\u0000b \\ud800c\\n d"}')).toMatchObject({
    work: { title: 'a b \ufffdc d' },
  })
})
