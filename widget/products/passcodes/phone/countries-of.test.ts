import { expect, test } from 'vitest'
import { countriesOf } from './phone-numbers.ts'

const namesIn = (language: string) => countriesOf(language).map(({ name }) => name)

test('countries are named in the given language', () => {
  expect(countriesOf('en')).toContainEqual({ region: 'DE', name: 'Germany', dialCode: '49' })
  expect(countriesOf('de')).toContainEqual({ region: 'DE', name: 'Deutschland', dialCode: '49' })
})

test('countries are sorted by the language’s collation', () => {
  const german = namesIn('de')
  expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Polen'))
  expect(namesIn('en')[0]).toBe('Afghanistan')
})
