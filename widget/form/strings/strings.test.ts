import { describe, expect, test } from 'vitest'
import { englishOfScreens } from '../../products/index.ts'
import { de } from './de.ts'
import { es } from './es.ts'
import { en, fill, languageSpoken, type StringsOption, stringsOf } from './index.ts'

/** Every text with its place, such as `main.heading`. */
const flat = (table: object): [string, string][] =>
  Object.entries(table).flatMap(([part, texts]) =>
    Object.entries(texts as Record<string, string>).map(([name, text]): [string, string] => [`${part}.${name}`, text]),
  )

/** Words that are the same in several languages. */
const shared: ReadonlySet<string> = new Set(['WhatsApp', 'E-Mail', 'Passcode', 'Error', 'SMS'])

const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(match => match[0]).sort()

/** Every English text, those of screens that come by themselves too. */
const english = { ...en, ...englishOfScreens }
const names = (table: object) => flat(table).map(([name]) => name)

describe.each([
  ['German', de],
  ['Spanish', es],
] as const)('%s translation', (_, table) => {
  test('the translation has exactly the keys of the English one', () => {
    expect(names(table).toSorted()).toEqual(names(english).toSorted())
  })

  test.each(flat(english))('%s has the same placeholders', (name, text) => {
    expect(places(Object.fromEntries(flat(table))[name] ?? '')).toEqual(places(text))
  })

  test('no text is empty or left in English', () => {
    expect(flat(table).filter(([, text]) => text.trim() === '')).toEqual([])
    const inEnglish = new Map(flat(english))
    const same = flat(table).filter(([name, text]) => inEnglish.get(name) === text && !shared.has(text))
    expect(same).toEqual([])
  })
})

describe('language selection', () => {
  test('English is the default', () => expect(stringsOf()).toBe(en))

  test.each(['de', 'de-CH', 'DE-at'])('a language is selected by tag: %s', tag => expect(stringsOf(tag)).toBe(de))

  test.each(['fr', 'pt-BR', 'constructor', ''])('an unsupported language falls back to English: %j', tag => {
    expect(stringsOf(tag)).toBe(en)
    expect(stringsOf({ language: tag, main: {} })).toEqual(en)
  })

  test('custom strings override English', () => {
    const strings = stringsOf({ main: { heading: 'Come in' } })
    expect(strings.main.heading).toBe('Come in')
    expect(strings.common).toEqual(en.common)
  })

  test('custom strings override another language', () => {
    const strings = stringsOf({ language: 'de', main: { heading: 'Herein' } })
    expect(strings.main.heading).toBe('Herein')
    expect(strings.common.back).toBe(de.common.back)
  })

  test.each([
    [{ mian: {} }, 'strings has no "mian"'],
    [{ main: { haeding: 'x' } }, 'strings.main has no "haeding"'],
    [{ main: { heading: 1 } }, 'strings.main.heading must be a string'],
  ])('custom strings reject %j', (option, message) => expect(() => stringsOf(option as never)).toThrow(message))
})

describe('effective language', () => {
  test.each([
    [undefined, 'en'],
    ['de-CH', 'de-CH'],
    ['es-MX', 'es-MX'],
    ['en-GB', 'en-GB'],
    ['fr', 'en'],
    ['__proto__', 'en'],
    [{ language: 'de', main: { heading: 'Herein' } }, 'de'],
    [{ main: { heading: 'Entrez' } }, undefined],
  ])('the language for %j is %s', (option, language) => expect(languageSpoken(option as StringsOption)).toBe(language))
})

test('a placeholder without a value stays visible', () => {
  expect(fill('{a} of {b}', { a: 1 })).toBe('1 of {b}')
})
