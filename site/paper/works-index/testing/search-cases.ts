import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Work } from '../work.ts'
import { work } from './make-index.ts'

/** The works that the cases search. */
export const searchedWorks: readonly Work[] = [
  work('10.1000/levy', { title: 'Lévy flights in random environments', authors: ['Hans C. Fogedby'], year: 1994 }),
  work('10.1000/neural', { title: 'Neural correlates of reading', authors: ['Stanislas Dehaene'], year: 2010 }),
  work('10.1000/neural-2', { title: 'Neural correlates of reading aloud in noisy rooms', year: 2011 }),
  work('10.1000/prospect', {
    title: 'Prospect Theory: An Analysis of Decision under Risk',
    authors: ['Daniel Kahneman', 'Amos Tversky'],
    journal: 'Econometrica',
    year: 1979,
    citedBy: 30_000,
  }),
  work('10.1000/decision', { title: 'Decision analysis under risk and time', authors: ['A. Nother'], year: 1979 }),
  work('10.1000/argument', { title: "Non-linear argument identification: Don't panic", year: 2016 }),
  work('10.1000/tags', { title: 'Water H2O and 137Cs tracers', authors: ['José Núñez'], year: 2001 }),
  work('10.1000/famous', { title: 'Deep learning', citedBy: 60_000, year: 2015 }),
  work('10.1000/unknown', { title: 'Deep learning', citedBy: 2, year: 2016 }),
  work('10.1000/survey', { title: 'Deep learning for the survey of galaxies', citedBy: 10, year: 2016 }),
  work('10.1000/japanese', { title: '深層学習の基礎', year: 2018 }),
  work('10.1000/about', { title: 'Kahneman 1979: a life', authors: ['A. Biographer'], year: 2012 }),
  work('10.1000/slip', { title: 'Slugs under thunderstroms', year: 2012 }),
  work('10.1000/storms', { title: 'Slugs in thunderstorms', year: 2013 }),
  work('10.1000/bert', { title: 'BERT: Pre-training of Deep Bidirectional Transformers', citedBy: 50, year: 2019 }),
  work('10.1000/bert-later', { title: 'BERT has a mouth, and it must speak', citedBy: 5, year: 2019 }),
  work('10.1000/bertini', { title: 'Seven scenarios', authors: ['Enrico Bertini'], citedBy: 900, year: 2012 }),
  work('10.1000/named-bert', { title: 'In this issue', authors: ['Bert Boyce'], citedBy: 900, year: 2003 }),
  work('10.1000/false', {
    title: 'Why Most Published Findings Are False',
    authors: ['John Ioannidis'],
    citedBy: 90,
    year: 2005,
  }),
  work('10.1000/database', {
    title: 'Conceptual structures',
    authors: ['Yannis Ioannidis', 'Ann Whyte'],
    citedBy: 9_000,
    year: 1992,
  }),
  work('10.1000/posing', { title: 'Power Posing', authors: ['D. R. Carney'], citedBy: 20, year: 2010 }),
  work('10.1000/pose', { title: 'Embodying Power: A Replication of the Power Pose Effect', citedBy: 90, year: 2016 }),
  work('10.1000/tea-notice', { title: 'Retraction: Tea leaves remember', citedBy: 90, year: 2012 }),
  work('10.1000/tea', { title: 'RETRACTED: Tea leaves remember', citedBy: 30, retracted: true, year: 2010 }),
  work('10.1000/autism', { title: 'ASD in adults', citedBy: 90, year: 2010 }),
  work('10.1000/pisum', { title: 'Pisum sativum', citedBy: 90, year: 2004 }),
  work('10.1000/loren', { title: 'Cultivated peas', authors: ['Anna Loren'], citedBy: 90, year: 2004 }),
  work('10.1000/landmark', { title: 'Quokkas: a long account of all that was found about them', source: 'starter' }),
  work('10.1000/quokka', { title: 'Quokkas at night', citedBy: 3 }),
  work('10.1000/untitled', { title: null, authors: ['Zebedee Quirk'], year: 1950 }),
]

/** Returns the results, best first, as DOI suffixes. */
type Search = (query: string, limit?: number) => string[] | Promise<string[]>

/** Search tests on `searchedWorks`, for any engine; `runs` generated queries. */
export const describeSearch = (search: Search, { runs }: { runs: number }): void => {
  describe('words', () => {
    test.each([
      ['in any order', 'environments random flights', 'levy'],
      ['the last one half typed', 'random envir', 'levy'],
      ['without accents', 'levy flights', 'levy'],
      ['with accents where the author has none', 'Fogédby', 'levy'],
      ['of an author and the year', 'Kahneman 1979', 'prospect'],
      ['of an author, the year and the title', 'tversky 1979 risk', 'prospect'],
      ['with other punctuation', 'prospect theory — an analysis, of decision under risk.', 'prospect'],
      ['with an apostrophe', "don't panic", 'argument'],
      ['without the apostrophe', 'dont panic', 'argument'],
      ['without the hyphen', 'nonlinear argument', 'argument'],
      ['with a hyphen of another kind', 'non‐linear argument', 'argument'],
      ['with tags', 'H<sub>2</sub>O', 'tags'],
      ['of the journal', 'prospect theory econometrica', 'prospect'],
      ['run together', 'randomenvironments', 'levy'],
      ['parted by mistake', 'ran dom environments', 'levy'],
      ['one too many', 'levy flights in random environments revisited', 'levy'],
      ['in Japanese', '深層学習', 'japanese'],
      ['of an author of a work without title', 'quirk 1950', 'untitled'],
    ])('%s', async (_, query, doi) => {
      expect((await search(query))[0]).toBe(doi)
    })

    test('that nothing has give nothing', async () => {
      expect(await search('xyzzyxyzzy')).toEqual([])
      // One slip away from SDF and ASD, Loren and pisum: too little to hold on to.
      expect(await search('asdf')).toEqual([])
      expect(await search('lorem ipsum')).toEqual([])
      expect(await search('flurbish zorp risk')).toEqual([])
      expect(await search('flurbish decision')).toEqual([])
      expect(await search('')).toEqual([])
      expect(await search(' \t ')).toEqual([])
    })
  })

  describe('a slip', () => {
    test.each([
      'enviroments levy',
      'levy flihgts in random',
      'elvy flights',
      'xlevy flights',
      'evy flights',
      'levy flights in randon environments',
      'flightss',
      'randoom environ',
      'random envirom',
    ])('%s', async query => {
      expect((await search(query))[0]).toBe('levy')
    })

    test('in the name of an author', async () => {
      expect((await search('Khaneman 1979'))[0]).toBe('prospect')
    })
  })

  describe('a slip in the last word, which nothing but its repair finds', () => {
    test.each([
      ['whole', 'deep galaxeis', ['survey']],
      ['whole and alone', 'galaxeis', ['survey']],
      ['half typed', 'deep bidierct', ['bert']],
      ['half typed and alone', 'bidierct', ['bert']],
      ['half typed, with a letter too few', 'deep bidrect', ['bert']],
      ['half typed, with a letter too many', 'deep bidirrect', ['bert']],
      ['half typed, with another letter', 'deep bidirekt', ['bert']],
      ['of an author', 'fogdeby', ['levy']],
    ])('%s', async (_, query, found) => {
      expect(await search(query)).toEqual(found)
    })

    test('a beginning counts in the last word only, and is not guessed from three letters', async () => {
      expect(await search('bidierct deep')).toEqual([])
      expect(await search('deep gla')).toEqual([])
    })
  })

  describe('the order', () => {
    test('puts the whole title first, then the beginning', async () => {
      expect(await search('neural correlates of reading')).toEqual(['neural', 'neural-2'])
    })

    test('puts the phrase before the same words apart', async () => {
      expect((await search('decision under risk'))[0]).toBe('prospect')
    })

    test('puts the better known of equals first', async () => {
      expect(await search('deep learning')).toEqual(['famous', 'unknown', 'survey'])
    })

    test('counts a landmark of the starter corpus, which has no count of citations, among the better known', async () => {
      expect(await search('quokkas')).toEqual(['landmark', 'quokka'])
    })

    test('puts the papers of an author of that year before papers about the author', async () => {
      expect((await search('kahneman 1979')).slice(0, 2)).toEqual(['prospect', 'about'])
    })

    test('puts a word as typed before longer words', async () => {
      expect((await search('neural'))[0]).toBe('neural')
    })

    test('adds what was meant after a title that has the same slip', async () => {
      expect(await search('slugs thunderstroms')).toEqual(['slip', 'storms'])
    })

    test('puts nothing before a title that starts with the word: no half a name, no name, however famous; and the famous first', async () => {
      expect(await search('bert')).toEqual(['bert', 'bert-later', 'named-bert', 'bertini'])
    })

    test('puts the title that starts with the words beside an author’s name before other papers of that name', async () => {
      expect((await search('Ioannidis why'))[0]).toBe('false')
    })

    test.each([
      ['power pose', ['posing', 'pose']],
      ['power poses', ['posing', 'pose']],
      ['powers posed', ['posing', 'pose']],
      ['lévy flight in random environment', ['levy']],
    ])('%s finds other forms of the words', async (query, found) => {
      expect(await search(query)).toEqual(found)
    })

    test('puts a retracted paper before its notice, with and without the word, unless the notice is asked for', async () => {
      expect(await search('tea leaves remember')).toEqual(['tea', 'tea-notice'])
      expect((await search('retracted tea leaves'))[0]).toBe('tea')
      expect((await search('retraction tea leaves'))[0]).toBe('tea-notice')
    })

    test('gives no more than the limit', async () => {
      expect(await search('deep', 2)).toHaveLength(2)
      expect(await search('deep', 0)).toEqual([])
    })
  })

  describe('no query throws', () => {
    const hostile = {
      quote: '"',
      star: '*',
      operator: 'AND',
      operators: 'a AND NOT (b OR',
      near: 'NEAR(deep learning, 2)',
      'column filter': 'word:deep',
      caret: '^deep',
      'prefix star': 'deep*',
      signs: '-deep +learning',
      SQL: "'; DROP TABLE works; --",
      NUL: '\0',
      'NUL inside': 'deep\0learning',
      emoji: '🧠🧠 👩‍🔬',
      'lone surrogate': '\ud800',
      percent: '%',
      'broken escape': '%E0%A4%A',
      'start of a DOI': '10.',
      'DOI without a suffix': '10.1000/',
      'a word of 10 kB': 'x'.repeat(10_240),
      '2,000 words': 'deep '.repeat(2_048),
      '3,000 Chinese characters': '深'.repeat(3_000),
      markup: '<script>alert(1)</script>',
      TeX: '\\"{o}\\',
      'digits of other scripts': '١٢٣ ২০২০',
    }
    test.each(Object.entries(hostile))('%s', async (_, query) => {
      expect(Array.isArray(await search(query))).toBe(true)
    })

    test('whatever it is', async () => {
      const piece = fc.oneof(
        fc.string({ unit: anyLetter, maxLength: 30 }),
        fc.constantFrom(
          '"',
          '*',
          ' AND ',
          ' OR ',
          ' NOT ',
          '(',
          ')',
          ':',
          '^',
          '+',
          '-',
          '\0',
          'deep',
          'learnin',
          '{',
          '}',
        ),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async pieces =>
          Array.isArray(await search(pieces.join(''))),
        ),
        { numRuns: runs },
      )
    })
  })
}
