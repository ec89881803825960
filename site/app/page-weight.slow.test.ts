import { beforeAll, describe, expect, test } from 'vitest'
import type { WholeList } from '../kit/doi/index.ts'
import type { KnownFact } from '../paper/known/index.ts'
import { type PaperPageModel, wholeLists } from '../paper/papers/index.ts'
import { openPageScales, samplePapers, type TooHeavy } from '../testing/index.ts'

// The real data are weighed in `all-data.slow.test.ts`.

let tooHeavy: TooHeavy
beforeAll(async () => {
  tooHeavy = await openPageScales()
})

const itemsOf = (model: PaperPageModel, list: WholeList): unknown[] =>
  wholeLists(model, list).flatMap(({ items }) => [...(items as readonly unknown[])])

/** Letters without a pattern that compression would find. */
const noise = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), byte => String.fromCharCode(97 + (byte % 26))).join('')

const { votes: _, cites: __, ...sample } = samplePapers['much-known'] ?? raise()

function raise(): never {
  throw new Error('The sample is missing.')
}

const bare: PaperPageModel = { ...sample, sections: {} }
const someFact = bare.known.facts[0] ?? raise()
const facts = (count: number): KnownFact[] =>
  Array.from({ length: count }, (_, index) => ({
    ...someFact,
    id: `fact-${noise(10)}`,
    year: 2000 + (index % 26),
    date: String(2000 + (index % 26)),
    outcome: (['held', 'mixed', 'not-held'] as const)[index % 3] ?? 'mixed',
    title: `${noise(9)} ${noise(6)} ${noise(12)} ${noise(5)} ${noise(8)} ${noise(10)}`,
    doi: `10.1234/${noise(12)}`,
    href: `https://doi.org/10.1234/${noise(12)}`,
    quote: index % 4 === 0 ? `${noise(8)} ${noise(9)} ${noise(7)}`.repeat(5) : null,
  }))
const authors = (count: number): PaperPageModel['authors'] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${noise(7)} ${noise(9)}`,
    orcid: index % 3 === 0 ? `0000-000${index % 3}-${1000 + (index % 9000)}-${noise(4)}` : null,
  }))

describe('page weight budget', () => {
  test('a paper with 3,000 authors stays within budget', () => {
    const model = { ...bare, authors: authors(3_000), authorsTruncated: true }
    expect(tooHeavy(model)).toEqual([])
    expect(itemsOf(model, 'authors')).toEqual(model.authors)
  })

  test.each([91, 10_000])('a paper with %i events stays within budget', count => {
    const model = { ...bare, known: { ...bare.known, facts: facts(count) } }
    expect(tooHeavy(model)).toEqual([])
    expect(itemsOf(model, 'known')).toEqual(model.known.facts)
  })

  test('a paper with the longest title and journal stays within budget', () => {
    expect(tooHeavy({ ...bare, title: noise(2_000), journal: noise(2_000), authors: authors(100) })).toEqual([])
  })
})
