import { expect, test } from 'vitest'
import { localeOf } from './locales.ts'

test.each([
  [undefined, 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR,es;q=0.5,en;q=0.7', 'en'],
  ['es-419', 'es'],
  ['de;q=0,es;q=0.1', 'es'],
  ['x'.repeat(10_000), 'en'],
])('Accept-Language %s selects %s', (wish, locale) => expect(localeOf(wish)).toBe(locale))
