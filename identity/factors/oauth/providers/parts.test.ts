import { describe, expect, test } from 'vitest'
import { cleanName, flaggedEmail, id, localeOf, nameOf, optionalText, pictureUrl, standardProfile } from './provider.ts'

test.each([
  ['a'.repeat(255), true],
  ['a'.repeat(256), false],
  ['', false],
  ['a b', false],
  [' a', false],
  ['a\n', false],
  ['\u0000a', false],
  ['a\ud800', false],
  [7, true],
  [7.5, false],
  [null, false],
])('an id is a single word every database can store: %j', (given, isOne) => {
  const read = id.safeParse(given)
  expect(read.success).toBe(isOne)
  if (isOne) expect(read.data).toBe(String(given))
})

test.each([null, undefined, 7, {}, []])('%j is not a string', given => {
  expect(optionalText.parse(given)).toBe('')
})

describe('profile name', () => {
  test('a name is trimmed to one line of at most 200 characters', () => {
    const long = 'é'.repeat(201)
    expect(cleanName(' Ada\r\n\u2028King ', `\tLovelace `)).toEqual({ first: 'Ada King', last: 'Lovelace' })
    expect(cleanName(long, long)).toEqual({ first: 'é'.repeat(200), last: 'é'.repeat(200) })
    expect(cleanName('😀'.repeat(201)).first).toBe('😀'.repeat(200))
    expect(cleanName('Ada')).toEqual({ first: 'Ada', last: '' })
  })

  test.each([
    [
      { given_name: 'Ada', family_name: 'Lovelace', name: 'Countess' },
      { first: 'Ada', last: 'Lovelace' },
    ],
    [
      { given_name: 'Ada', family_name: '', name: 'Countess' },
      { first: 'Ada', last: '' },
    ],
    [
      { given_name: '', family_name: 'Lovelace', name: 'Countess' },
      { first: '', last: 'Lovelace' },
    ],
    [
      { given_name: '', family_name: '', name: 'Ada Lovelace' },
      { first: 'Ada Lovelace', last: '' },
    ],
  ])('the name of %j is %j', (given, name) => {
    expect(nameOf(given)).toEqual(name)
  })
})

test.each([
  [`https://a.example/${'p'.repeat(2030)}`, true],
  [`https://a.example/${'p'.repeat(2031)}`, false],
  ['http://a.example/p', false],
  ['a.example/p', false],
])('a picture URL uses https and has at most 2,048 characters: %#', (url, isShown) => {
  expect(pictureUrl(url)).toBe(isShown ? url : '')
})

test.each([
  ['de', 'de'],
  ['pt_BR', 'pt-BR'],
  ['d', ''],
  [`x${'-a'.repeat(17)}`, `x${'-a'.repeat(17)}`],
  [`x${'-a'.repeat(18)}`, ''],
  ['<de', ''],
  ['de>', ''],
  [{ language: 'en', country: 'US' }, 'en-US'],
  [{ language: 'en' }, 'en'],
  [{ country: 'US' }, 'US'],
  [{}, ''],
  [7, ''],
  [undefined, ''],
])('the language of %j is %j', (given, tag) => {
  expect(localeOf(given)).toBe(tag)
})

test.each([
  ['a@example.org', true, { address: 'a@example.org', class: 'B' }],
  ['a@example.org', 'true', { address: 'a@example.org', class: 'B' }],
  ['a@example.org', 'yes', { address: 'a@example.org', class: 'C' }],
  ['', true, null],
])('email class for %j with flag %j', (address, flag, email) => {
  expect(flaggedEmail(address, flag, 'B')).toEqual(email)
})

test('OpenID Connect claims become a profile, dropping invalid ones', () => {
  const claims = {
    sub: '7',
    email: 'a@example.org',
    email_verified: true,
    name: 'Countess',
    given_name: 'Ada',
    family_name: 'Lovelace',
    picture: 'https://a.example/p',
    locale: 'en-GB',
  }
  expect(standardProfile(claims, 'B')).toEqual({
    subject: '7',
    email: { address: 'a@example.org', class: 'B' },
    name: { first: 'Ada', last: 'Lovelace' },
    pictureUrl: 'https://a.example/p',
    locale: 'en-GB',
  })
  const nothing = { subject: '7', email: null, name: { first: '', last: '' }, pictureUrl: '', locale: '' }
  expect(standardProfile({ sub: '7' }, 'B')).toEqual(nothing)
  expect(
    standardProfile({ ...claims, email: 1, name: 1, given_name: 1, family_name: 1, picture: 1, locale: 1 }, 'B'),
  ).toEqual(nothing)
  expect(() => standardProfile({ ...claims, sub: undefined }, 'B')).toThrow()
})
