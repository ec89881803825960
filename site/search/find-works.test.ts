import { describe, expect, test } from 'vitest'
import { type Doi, parseDoi } from '../doi/index.ts'
import { createFindWorks, type FindOutcome } from './find-works.ts'
import type { FoundWork } from './found-work.ts'

const work = (n: number): FoundWork => ({
  doi: parseDoi(`10.1000/work.${n}`) as Doi,
  title: `Work ${n}`,
  authors: ['A. Author'],
  authorsTruncated: false,
  journal: null,
  year: 2000 + n,
})

const shouldNotBeCalled = (): never => {
  throw new Error('should not be called')
}

const find = (typed: string, given: { local?: FoundWork[]; outside?: FindOutcome | null; byDoi?: FoundWork | null }) =>
  createFindWorks({
    local: given.local === undefined ? shouldNotBeCalled : async () => given.local ?? [],
    byDoi: given.byDoi === undefined ? shouldNotBeCalled : async () => given.byDoi ?? null,
    outside: given.outside === null ? null : async () => given.outside ?? shouldNotBeCalled(),
  })(typed)

describe('when the local index has enough', () => {
  test('nobody outside is asked', async () => {
    const local = [1, 2, 3, 4, 5].map(work)
    expect(await find('some words', { local })).toEqual({ kind: 'found', works: local })
  })
})

describe('when the local index has fewer', () => {
  test('the outside fills up, local first, each work once', async () => {
    const outside: FindOutcome = { kind: 'found', works: [2, 3, 4, 5, 6].map(work) }
    expect(await find('some words', { local: [work(3)], outside })).toEqual({
      kind: 'found',
      works: [3, 2, 4, 5, 6].map(work),
    })
  })

  test('a word of under 3 letters at the end is not asked for outside', async () => {
    expect(await find('some wo', { local: [work(1)] })).toEqual({ kind: 'found', works: [work(1)] })
  })

  test.each<FindOutcome>([{ kind: 'too-many-requests' }, { kind: 'unavailable' }])(
    'trouble outside ($kind) is told only when there is nothing to show',
    async outside => {
      expect(await find('some words', { local: [work(1)], outside })).toEqual({ kind: 'found', works: [work(1)] })
      expect(await find('some words', { local: [], outside })).toEqual(outside)
    },
  )

  test('with the outside switched off, what is here is the answer', async () => {
    expect(await find('some words', { local: [], outside: null })).toEqual({ kind: 'found', works: [] })
  })
})

describe('when a DOI is typed', () => {
  test.each(['10.1000/work.1', 'https://doi.org/10.1000/WORK.1', 'doi:10.1000/work.1'])(
    '%s is that work',
    async typed => {
      expect(await find(typed, { byDoi: work(1) })).toEqual({ kind: 'found', works: [work(1)] })
    },
  )

  test('inside a reference, it is that work', async () => {
    const typed = 'Author A. (2001). Work 1. https://doi.org/10.1000/WORK.1.'
    expect(await find(typed, { byDoi: work(1) })).toEqual({ kind: 'found', works: [work(1)] })
  })

  test('a DOI nobody knows is an empty answer, not an error', async () => {
    expect(await find('10.1000/nobody', { byDoi: null })).toEqual({ kind: 'found', works: [] })
  })
})

test('nothing typed finds nothing and asks nobody', async () => {
  expect(await find('  \u0000 ', {})).toEqual({ kind: 'found', works: [] })
})
