import { describe, expect, test } from 'vitest'
import { storedDoi } from '../../kit/doi/index.ts'
import { askedTogether, openAlexId } from './open-alex-lists.ts'

describe('what is asked for in one list', () => {
  const dois = (...names: string[]) => names.map(storedDoi)

  test.each([
    ['nothing', [], []],
    ['all of a few', dois('10.1/a', '10.1/b'), dois('10.1/a', '10.1/b')],
    ['one with a comma alone', dois('10.1/a,b', '10.1/b'), dois('10.1/a,b')],
    ['one with a bar alone', dois('10.1/a|b', '10.1/b'), dois('10.1/a|b')],
    ['none with a comma among others', dois('10.1/a', '10.1/b,c', '10.1/d'), dois('10.1/a', '10.1/d')],
    ['one that is longer than an address', dois(`10.1/${'é'.repeat(900)}`, '10.1/b'), dois(`10.1/${'é'.repeat(900)}`)],
  ])('%s', (_, given, together) => {
    expect(askedTogether(given)).toEqual(together)
  })

  test.each([10, 60, 200, 1000])(
    'is no more than fifty, and no longer than an address may be: DOIs of %i letters',
    length => {
      const many = Array.from({ length: 200 }, (_, n) => storedDoi(`10.1/${n}${'<'.repeat(length)}`))
      const few = askedTogether(many)
      expect(few).toEqual(many.slice(0, few.length))
      expect(few.length).toBeLessThanOrEqual(50)
      expect(few.length).toBeGreaterThan(0)
      if (few.length > 1) expect(encodeURIComponent(few.join('|')).length).toBeLessThan(3_800)
    },
  )
})

test.each([
  ['https://openalex.org/W2741809807', 'W2741809807'],
  ['W7', 'W7'],
  ['https://openalex.org/A7', null],
  ['https://evil.example/W7', null],
  ['W7|W8', null],
  [null, null],
  [undefined, null],
])('the id in %s is %s', (address, id) => {
  expect(openAlexId(address)).toBe(id)
})
