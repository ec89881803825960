import { expect, test } from 'vitest'
import { isNews } from './keep-references.ts'

test.each([
  ['fell lately, of a paper never read before', { firstRead: null, notedAt: 0, fellLately: true }, true],
  ['fell long ago, of a paper never read before', { firstRead: null, notedAt: 9, fellLately: false }, false],
  ['was known to have fallen before the paper was read', { firstRead: 5, notedAt: 4, fellLately: false }, false],
  ['was learned of after the paper was read', { firstRead: 5, notedAt: 6, fellLately: false }, true],
  ['was learned of at the moment at which the paper was read', { firstRead: 5, notedAt: 5, fellLately: false }, false],
  ['was known when this site first looked', { firstRead: 5, notedAt: 0, fellLately: false }, false],
])('news decision for a reference that %s', (_, given, told) => {
  expect(isNews(given)).toBe(told)
})
