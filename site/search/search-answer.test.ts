import { describe, expect, test } from 'vitest'
import { readSearchAnswer } from './search-answer.ts'

const work = {
  doi: 'https://doi.org/10.1257/AER.100.2.573',
  title: 'Growth in a Time of Debt',
  authorships: ['A', 'B', 'C', 'D'].map(name => ({ author: { display_name: name } })),
  primary_location: { source: { display_name: 'American Economic Review' } },
  publication_year: 2010,
}

describe('reading an answer in OpenAlex’s shape', () => {
  test('three authors are named, and more are mentioned', () => {
    expect(readSearchAnswer({ results: [work] })).toEqual([
      {
        doi: '10.1257/aer.100.2.573',
        href: '/10.1257/aer.100.2.573',
        title: 'Growth in a Time of Debt',
        authors: ['A', 'B', 'C'],
        moreAuthors: true,
        journal: 'American Economic Review',
        year: 2010,
      },
    ])
  })

  test('authors that the answer leaves out are mentioned', () => {
    const [first] = work.authorships
    expect(
      readSearchAnswer({ results: [{ ...work, authorships: [first], is_authors_truncated: true }] }),
    ).toMatchObject([{ authors: ['A'], moreAuthors: true }])
  })

  test('whatever is null is left out, and a paper without a title goes by its DOI', () => {
    const bare = { doi: '10.1000/x', title: null, authorships: [{ author: null }, null], primary_location: null }
    expect(readSearchAnswer({ results: [bare] })).toEqual([
      {
        doi: '10.1000/x',
        href: '/10.1000/x',
        title: '10.1000/x',
        authors: [],
        moreAuthors: false,
        journal: null,
        year: null,
      },
    ])
  })

  test('a work without a DOI has no page here', () => {
    expect(readSearchAnswer({ results: [{ ...work, doi: null }] })).toEqual([])
  })

  test.each([null, 3, {}, { results: {} }])('%j is no answer', answer => {
    expect(() => readSearchAnswer(answer)).toThrow(TypeError)
  })
})
