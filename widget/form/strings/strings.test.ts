import { describe, expect, test } from 'vitest'
import { de } from './de.ts'
import { en, fill, languageSpoken, type StringsOption, stringsOf } from './index.ts'

/** Every text with its place, such as `main.heading`. */
const flat = (table: object): [string, string][] =>
  Object.entries(table).flatMap(([part, texts]) =>
    Object.entries(texts as Record<string, string>).map(([name, text]): [string, string] => [`${part}.${name}`, text]),
  )

const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(match => match[0]).sort()

describe('the German table', () => {
  test('has the texts of the English one and no others', () => {
    expect(flat(de).map(([name]) => name)).toEqual(flat(en).map(([name]) => name))
  })

  test.each(flat(en))('%s has the same places to fill in', (name, text) => {
    expect(places(Object.fromEntries(flat(de))[name] ?? '')).toEqual(places(text))
  })

  test('leaves no text empty', () => {
    expect(flat(de).filter(([, text]) => text.trim() === '')).toEqual([])
  })
})

describe('a page chooses', () => {
  test('English when it says nothing', () => expect(stringsOf()).toBe(en))

  test.each(['de', 'de-CH', 'DE-at'])('a language by its tag: %s', tag => expect(stringsOf(tag)).toBe(de))

  test.each(['fr', 'pt-BR', 'constructor', ''])('English for one there are no texts in: %j', tag => {
    expect(stringsOf(tag)).toBe(en)
    expect(stringsOf({ language: tag, main: {} })).toEqual(en)
  })

  test('texts of its own, over English', () => {
    const strings = stringsOf({ main: { heading: 'Come in' } })
    expect(strings.main.heading).toBe('Come in')
    expect(strings.common).toEqual(en.common)
  })

  test('texts of its own, over another language', () => {
    const strings = stringsOf({ language: 'de', main: { heading: 'Herein' } })
    expect(strings.main.heading).toBe('Herein')
    expect(strings.common.back).toBe(de.common.back)
  })

  test.each([
    [{ mian: {} }, 'strings has no "mian"'],
    [{ main: { haeding: 'x' } }, 'strings.main has no "haeding"'],
    [{ main: { heading: 1 } }, 'strings.main.heading must be a string'],
  ])('but not %j', (option, message) => expect(() => stringsOf(option as never)).toThrow(message))
})

describe('the language that is spoken', () => {
  test.each([
    [undefined, 'en'],
    ['de-CH', 'de-CH'],
    ['en-GB', 'en-GB'],
    ['fr', 'en'],
    ['__proto__', 'en'],
    [{ language: 'de', main: { heading: 'Herein' } }, 'de'],
    [{ main: { heading: 'Entrez' } }, undefined],
  ])('of %j is %s', (option, language) => expect(languageSpoken(option as StringsOption)).toBe(language))
})

test('a name without a value stays visible', () => {
  expect(fill('{a} of {b}', { a: 1 })).toBe('1 of {b}')
})
