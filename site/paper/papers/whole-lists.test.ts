import { expect, test } from 'vitest'
import { factsAPage } from '../known/index.ts'
import type { PaperPageModel } from './model.ts'
import { wholeLists } from './sweep-facts.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Author ${n + 1}`, n }))
const modelWith = (authors: number, facts: number) =>
  ({
    ...{ doi: '10.1000/x', title: 'Notes' },
    ...{ authors: numbered(authors), known: { facts: numbered(facts) } },
  }) as unknown as PaperPageModel

test('an empty list has no pages', () => {
  expect([wholeLists(modelWith(0, 1), 'authors'), wholeLists(modelWith(1, 0), 'known')]).toEqual([[], []])
})

test.each([
  ['authors', 500],
  ['known', factsAPage],
] as const)('full list pages of %s have %i entries each, the last one the rest', (list, size) => {
  const count = 2 * size + 1
  const pages = wholeLists(modelWith(list === 'authors' ? count : 3, list === 'known' ? count : 3), list)
  const shared = { doi: '10.1000/x', title: 'Notes', all: count, pages: 3, list }
  expect(pages).toMatchObject([
    { ...shared, page: 1, before: 0 },
    { ...shared, page: 2, before: size },
    { ...shared, page: 3, before: 2 * size },
  ])
  expect(pages.map(({ items }) => items.length)).toEqual([size, size, 1])
  expect(pages[1]?.items[0]).toMatchObject({ n: size })
})

test('a list that exactly fills its page has one page', () => {
  expect(wholeLists(modelWith(500, 0), 'authors')).toHaveLength(1)
})
