import { describe, expect, test } from 'vitest'
import { orcidIn, trimmed } from './facts-store.ts'
import { work } from './testing/index.ts'

const trimmedOf = (given: Parameters<typeof work>[1]) => trimmed(work('10.1000/x', given))
const authors = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Author ${n}`, orcid: null }))

describe('metadata size limits', () => {
  test('metadata within the limits is unchanged', () => {
    const facts = work('10.1000/x', { authors: authors(2), retracted: true, fetchedAt: 7 })
    expect(trimmed(facts)).toEqual(facts)
  })

  test('titles and journals are cut at 2,000 characters and names at 300', () => {
    const long = 'a'.repeat(3_000)
    const orcid = '0000-0002-1825-0097'
    expect(trimmedOf({ title: long, journal: long, authors: [{ name: long, orcid }] })).toMatchObject({
      title: 'a'.repeat(2_000),
      journal: 'a'.repeat(2_000),
      authors: [{ name: 'a'.repeat(300), orcid }],
    })
  })

  test('cut metadata has no lone surrogates', () => {
    expect(trimmedOf({ journal: `${'a'.repeat(1_999)}🐀` }).journal?.isWellFormed()).toBe(true)
  })

  test('missing metadata stays empty', () => {
    expect(trimmedOf({ title: null, journal: null })).toMatchObject({ title: null, journal: null })
    expect(trimmedOf({ title: '', journal: '' })).toMatchObject({ title: null, journal: null })
    expect(trimmedOf({ authors: [{ name: '', orcid: null }, ...authors(1)] }).authors).toEqual(authors(1))
  })

  test('titles are cleaned for display', () => {
    expect(trimmedOf({ title: '$\\beta$-decay' }).title).toBe('β-decay')
  })

  test.each([
    { count: 3_000, truncated: false, kept: 3_000, left: false },
    { count: 3_001, truncated: false, kept: 3_000, left: true },
    { count: 1, truncated: true, kept: 1, left: true },
    { count: 0, truncated: false, kept: 0, left: false },
  ])('at most 3,000 authors are kept, with a flag for more: %j', ({ count, truncated, kept, left }) => {
    const facts = trimmedOf({ authors: authors(count), authorsTruncated: truncated })
    expect(facts.authors).toEqual(authors(kept))
    expect(facts.authorsTruncated).toBe(left)
  })

  test.each([
    [999, null],
    [1000, 1000],
    [2001, 2001],
    [2200, 2200],
    [2201, null],
    [null, null],
  ])('the year must be plausible: %s becomes %s', (told, year) => {
    expect(trimmedOf({ year: told }).year).toBe(year)
  })
})

describe('ORCID iD', () => {
  test.each([
    ['0000-0002-1825-0097', '0000-0002-1825-0097'],
    ['https://orcid.org/0000-0002-1825-0097', '0000-0002-1825-0097'],
    ['http://orcid.org/0000-0002-1694-233x', '0000-0002-1694-233X'],
    ['0000-0002-1694-233X', '0000-0002-1694-233X'],
  ])('an ORCID iD is found in %s', (text, id) => {
    expect(orcidIn(text)).toBe(id)
  })

  test.each([
    ['0000-0002-1825-0098'],
    ['0000-0002-1825-009X'],
    ['0000-0002-1694-2330'],
    ['0000-0002-1825-00971'],
    ['https://orcid.org/'],
    [''],
    [null],
  ])('is not in %s', text => {
    expect(orcidIn(text)).toBe(null)
  })
})
