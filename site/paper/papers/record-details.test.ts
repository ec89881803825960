import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { abstractOf, detailsOfBoth, noDetails, textOfInvertedIndex, webAddress } from './record-details.ts'

describe('abstract', () => {
  test('an abstract is rebuilt from OpenAlex’s inverted index', () => {
    expect(textOfInvertedIndex({ the: [0, 3], cat: [1], saw: [2], dog: [4] })).toBe('the cat saw the dog')
    expect(textOfInvertedIndex({ far: [-1, 1.5, 9e9], near: [2] })).toBe('near')
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 60 }), words => {
        const index = Map.groupBy(words.entries(), ([, word]) => word)
        const places = Object.fromEntries([...index].map(([word, at]) => [word, at.map(([place]) => place)]))
        expect(textOfInvertedIndex(places)).toBe(words.join(' '))
      }),
    )
  })

  test.each([
    ['cc-by', 'CC BY'],
    ['cc-by-nc-nd', 'CC BY-NC-ND'],
    ['https://creativecommons.org/licenses/by-sa/4.0/', 'CC BY-SA'],
    ['http://creativecommons.org/publicdomain/zero/1.0/', null],
    ['cc0', 'public domain'],
    ['public-domain', 'public domain'],
    ['other-oa', null],
    ['publisher-specific-oa', null],
    [null, null],
  ])('the license %s is shown as %s', (licence, shown) => {
    const expected = licence?.includes('zero') ? 'public domain' : shown
    expect(abstractOf('Abstract: We <i>tried</i>.', licence)).toEqual(
      expected === null ? null : { text: 'We tried.', licence: expected },
    )
  })

  test('an empty abstract is omitted and an overlong one cut', () => {
    expect(abstractOf(' <p> </p>', 'cc-by')).toBeNull()
    expect(abstractOf('x'.repeat(9000), 'cc-by')?.text.length).toBe(6001)
  })
})

test('a link must be a navigable URL', () => {
  expect(webAddress('https://x.org/a b')).toBe('https://x.org/a%20b')
  for (const text of ['javascript:alert(1)', 'ftp://x.org', 'x', '', null, `https://x.org/${'y'.repeat(2000)}`])
    expect(webAddress(text)).toBeNull()
})

test('missing details are taken from the other source', () => {
  const first = { ...noDetails, citedBy: 3 }
  const second = { ...noDetails, citedBy: 2, freeText: { href: 'https://x.org/', version: null } }
  expect(detailsOfBoth(first, second)).toEqual({ ...second, citedBy: 3 })
  expect(detailsOfBoth(null, second)).toBe(second)
  expect(detailsOfBoth(null, null)).toBeNull()
})
