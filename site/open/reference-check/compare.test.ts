import { describe, expect, test } from 'vitest'
import type { Work } from '../../paper/works-index/index.ts'
import { type Candidate, compare, wordsOf } from './compare.ts'
import type { Reference } from './formats/index.ts'
import { exampleReference, exampleWork } from './testing/index.ts'

const compared = (given: Partial<Reference>, work: Partial<Work> = {}): Candidate | null => {
  const reference = exampleReference(given)
  return compare(reference, wordsOf(reference), exampleWork(work))
}
const ten = 'one may cats of all kinds see them land softly'

describe('comparing a marked-up title with a work’s', () => {
  test.each<[string, string | null, Candidate['titled'] | null]>([
    ['Why cats land on their feet', 'Why cats land on their feet', 'whole'],
    ['why CATS land — on their feet!', 'Why cats land on their feet', 'whole'],
    ['Why cats land on their feet', 'RETRACTED: Why cats land on their feet', 'whole'],
    ['RETRACTED: Why cats land on their feet', 'Why cats land on their feet', 'whole'],
    ['Cats land softly', 'Cats land softly', 'whole'],
    ['Cats land', 'Cats land', null],
    ['Cats land softly', null, null],
    // One goes on where the other ends.
    ['Cats land softly today', 'Cats land softly today in the dark', 'start'],
    ['Cats land softly today in the dark', 'Cats land softly today', 'start'],
    ['Cats land softly', 'Cats land softly today in the dark', null],
    ['Cats land softly today', 'Cats land softly', null],
    // One in ten words may differ.
    [ten.replace('softly', 'softely'), ten, 'slips'],
    [ten.replace('one', 'won'), ten, 'slips'],
    [ten.replace('softly', 'softely').replace('kinds', 'kin'), ten, null],
    [ten.replace('softly', 'softely'), ten.replace('one ', ''), null],
    [ten.replace('one may', 'won'), ten.replace('one may', 'one'), null],
    [`${ten.replace('kinds', 'kin')} again`, ten, 'slips'],
    [`${ten.replace('kinds', 'kin')} again today`, ten, null],
    [ten.replace('kinds', 'kin'), `${ten} again`, 'slips'],
    [ten.replace('kinds', 'kin'), `${ten} again today`, null],
    [`${ten} ${ten}`.replace('kinds', 'kin').replace('won', 'one'), `${ten} ${ten}`, 'slips'],
    // A figure is no slip.
    [`${ten} part 1`, `${ten} part 2`, null],
    [`${ten} part 11`, `${ten} part 12`, null],
    [`${ten} part ii`, `${ten} part iii`, null],
    [`${ten} part one`, `${ten} part 1`, null],
    [`${ten} part 1`, `${ten} part one`, null],
    [`${ten} of h1n1`, `${ten} of h1n2`, 'slips'],
    [`${ten} of 1a`, `${ten} of 1b`, 'slips'],
    [`${ten} of a1`, `${ten} of b1`, 'slips'],
    [`${ten} of xviii`, `${ten} of xxviii`, 'slips'],
    [`${ten} of mix`, `${ten} of six`, 'slips'],
    [`${ten} of ivy`, `${ten} of ivory`, 'slips'],
  ])('%j and %j match: %s', (title, other, titled) => {
    expect(compared({ title }, { title: other })?.titled ?? null).toBe(titled)
  })

  test('the work is part of the comparison', () => {
    expect(compared({ title: 'Why cats land on their feet', year: 2010, firstAuthor: 'Lovelace' })).toEqual({
      ...{ doi: '10.1000/cats', title: 'Why cats land on their feet', year: 2010 },
      ...{ titled: 'whole', author: 'agrees', dated: 'same' },
    })
  })
})

const title = 'Why cats land on their feet'
const by = (...names: string[]) => ({ authors: names.map(name => ({ name, orcid: null })) })

test.each<[string | null, Partial<Work>, Candidate['author']]>([
  ['Lovelace', by('Ada Lovelace', 'Charles Babbage'), 'agrees'],
  ['LOVELACE', by('Lovelace A'), 'agrees'],
  ['van der Berg', by('Berg, Anna van der'), 'agrees'],
  ['Berg B', by('Anna Berg'), 'agrees'],
  ['Babbage', by('Ada Lovelace', 'Charles Babbage'), 'disagrees'],
  ['Love', by('Ada Lovelace'), 'disagrees'],
  [null, by('Ada Lovelace'), 'unknown'],
  ['A', by('A Lovelace'), 'unknown'],
  ['Lovelace', by(), 'unknown'],
])('first author %j compared with a work’s authors: %#', (firstAuthor, work, author) => {
  expect(compared({ title, firstAuthor }, work)?.author).toBe(author)
})

test.each<[number | null, number | null, Candidate['dated']]>([
  [2010, 2010, 'same'],
  [2009, 2010, 'near'],
  [2011, 2010, 'near'],
  [2008, 2010, 'far'],
  [2012, 2010, 'far'],
  [null, 2010, 'unknown'],
  [2010, null, 'unknown'],
  [null, null, 'unknown'],
])('year %j compared with %j: %s', (year, other, dated) => {
  expect(compared({ title, year }, { year: other })?.dated).toBe(dated)
})

describe('comparing a prose reference with a work', () => {
  const prose = (input: string, work: Partial<Work> = {}) => compared({ input, isProse: true }, work)

  test.each<[string, string, Candidate['titled'] | null]>([
    ['Lovelace A. Why cats land on their feet. 2010.', title, 'whole'],
    ['Lovelace A. “Why cats land on their feet,” 2010.', title, 'whole'],
    ['Lovelace A. Why cats land on their feet: in the dark. 2010.', title, 'start'],
    ['Lovelace A. Why cats land on their feet in the dark. 2010.', title, 'start'],
    ['Lovelace A. Why cats land. 2010.', 'Why cats land', 'whole'],
    ['Lovelace A. Why cats land, softly. 2010.', 'Why cats land', null],
    ['Lovelace A. Why dogs land on their feet. 2010.', title, null],
    [`Lovelace A. ${ten.replace('softly', 'softely')}. 2010.`, ten, 'slips'],
    [`Lovelace A. ${ten.replace('softly', 'softely').replace('see', 'sea')}. 2010.`, ten, null],
    [`Lovelace A. ${ten.replace('softly', 'hard')}`, ten, 'slips'],
    // The title of the record goes on otherwise behind the next seam.
    ['Lovelace A. Why cats land softly today: a study. 2010.', 'Why cats land softly today in the dark', 'start'],
    ['Lovelace A. Why cats land softly: a study. 2010.', 'Why cats land softly in the dark', null],
    ['Lovelace A. Why dogs land softly today: a study. 2010.', 'Why cats land softly today in the dark', null],
    ['Lovelace A. Why cats land softly today', 'Why cats land softly today in the dark', 'start'],
  ])('%j and the title %j match: %s', (input, other, titled) => {
    expect(prose(input, { title: other })?.titled ?? null).toBe(titled)
  })

  test.each<[string, Partial<Work>, Candidate['author']]>([
    ['Lovelace A. Why cats land on their feet. 2010.', {}, 'agrees'],
    ['Babbage C, Lovelace A. Why cats land on their feet. 2010.', {}, 'agrees'],
    ['Babbage C. Why cats land on their feet. 2010.', {}, 'disagrees'],
    ['Why cats land on their feet. Lovelace A. 2010.', {}, 'unknown'],
    ['2010. A. Why cats land on their feet.', {}, 'unknown'],
    ['Covid19. Why cats land on their feet.', {}, 'disagrees'],
    ['3rd. Why cats land on their feet.', {}, 'unknown'],
    ['Li. Why cats land on their feet.', {}, 'disagrees'],
    ['Lovelace A. Why cats land on their feet. 2010.', by(), 'unknown'],
  ])('the author before the title in %j is compared: %#', (input, work, author) => {
    expect(prose(input, work)?.author).toBe(author)
  })

  test.each<[string, number | null, Candidate['dated']]>([
    ['Lovelace A. (2010). Why cats land on their feet.', 2010, 'same'],
    ['Lovelace A. Why cats land on their feet. 2010.', 2010, 'same'],
    ['Lovelace A. Why cats land on their feet. 2010a.', 2010, 'same'],
    ['Lovelace A. Why cats land on their feet. 2011.', 2010, 'near'],
    ['Lovelace A. Why cats land on their feet. 1999.', 2010, 'far'],
    ['Lovelace A. Why cats land on their feet. 1500.', 2010, 'far'],
    ['Lovelace A. Why cats land on their feet. 2099.', 2010, 'far'],
    ['Lovelace A. Why cats land on their feet. 1499.', 2010, 'unknown'],
    ['Lovelace A. Why cats land on their feet. 2100.', 2010, 'unknown'],
    ['Lovelace A. Why cats land on their feet. 20101.', 2010, 'unknown'],
    ['Lovelace A. Why cats land on their feet. x2010.', 2010, 'unknown'],
    ['Lovelace A. Why cats land on their feet. 2010ab.', 2010, 'unknown'],
    ['Lovelace A. Why cats land on their feet. 1999, 2010.', 2010, 'same'],
    ['Lovelace A. Why cats land on their feet. 1999, 2011.', 2010, 'near'],
    ['Lovelace A. Why cats land on their feet.', 2010, 'unknown'],
    ['Lovelace A. Why cats land on their feet. 2010.', null, 'unknown'],
  ])('among the years in %j the nearest to %j counts: %s', (input, year, dated) => {
    expect(prose(input, { year })?.dated).toBe(dated)
  })

  test('a year in the title is not the publication year', () => {
    const work = { title: 'Cats that landed in 2010', year: 2010 }
    expect(prose('Lovelace A. Cats that landed in 2010. Journal.', work)?.dated).toBe('unknown')
  })
})
