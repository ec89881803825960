import { expect, test } from 'vitest'
import { chooseLocale } from './index.ts'

test.each([
  ['es', 'es'],
  ['ES', 'es'],
  ['es-MX', 'es'],
  ['es_419', 'es'],
  ['en-GB', 'en'],
  ['est', 'es-fallback'],
  ['pt-br', 'es-fallback'],
  ['', 'es-fallback'],
  ['__proto__', 'es-fallback'],
  [undefined, 'es-fallback'],
])('a preference for %s gives messages in %s', (wish, expected) => {
  // The fallback is one that the wish never names.
  const fallback = expected === 'en' ? 'es' : 'en'
  expect(chooseLocale(wish, fallback)).toBe(expected === 'es-fallback' ? fallback : expected)
})
