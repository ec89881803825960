import { anyLetter } from '@corroborate/wire/testing/any-letter'
import { cleanLine, cleanText } from '@corroborate/wire/written-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLinks, readText } from './read-text.ts'

const linksIn = (text: string) => readText(text).flatMap(parts => parts.filter(({ href }) => href !== undefined))

describe('user-written text', () => {
  test.each([
    ['turns nothing around', 'a\u202eb\u202d\u2066c\u2069', 'abc'],
    ['hides nothing', 'a\u200bb\u00ad\u2060\ufeff\u{e0041}\u3164c', 'abc'],
    ['holds no controls', 'a\u0007b\u001b[31mc', 'ab[31mc'],
    ['has lines of one kind', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['has one empty line between paragraphs', '\n\n a  \n\n\n\nb \n', 'a\n\nb'],
    ['keeps the marks of scripts that need them', 'می‌خواهم ‏שלום', 'می‌خواهم ‏שלום'],
    ['keeps emoji', '👩‍🔬 ❤️', '👩‍🔬 ❤️'],
    ['piles no marks over the lines around it', `Z${'\u0335'.repeat(300)}`, `Z${'\u0335'.repeat(6)}`],
    ['is well formed', 'a\ud800b', 'ab'],
  ])('user-written text: %s', (_, text, clean) => expect(cleanText(text)).toBe(clean))

  test('single-line text has one line', () => expect(cleanLine(' Ada \n\n Lovelace\t')).toBe('Ada Lovelace'))

  test('cleaning is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyLetter }), text => {
        const clean = cleanText(text)
        expect(cleanText(clean)).toBe(clean)
        expect(clean).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/)
      }),
    )
  })
})

describe('paragraphs', () => {
  const link = { text: 'https://osf.io/a', href: 'https://osf.io/a' }
  test.each([
    ['', []],
    ['One.\nTwo.\n\nThree.', [[{ text: 'One.\nTwo.' }], [{ text: 'Three.' }]]],
    ['See https://osf.io/a.', [[{ text: 'See ' }, link, { text: '.' }]]],
    ['https://osf.io/a', [[link]]],
    ['https://osf.io/a and https://osf.io/a', [[link, { text: ' and ' }, link]]],
  ])('%j is split into text and links without repeating characters', (text, paragraphs) =>
    expect(readText(text)).toEqual(paragraphs),
  )

  test('a text shown on many pages is parsed once', () => {
    const text = 'A note that is shown again.'
    expect(readText(text)).toBe(readText(text))
  })
})

describe('links', () => {
  test.each([
    ['an address', 'see https://osf.io/abc.', 'https://osf.io/abc', 'https://osf.io/abc'],
    ['an address in brackets', '(https://osf.io/a_(b))', 'https://osf.io/a_(b)', 'https://osf.io/a_(b)'],
    ['a DOI', 'as 10.1038/nature12373, says', '10.1038/nature12373', '/10.1038/nature12373'],
    ['a DOI with its label', 'doi:10.1038/NATURE12373', 'doi:10.1038/NATURE12373', '/10.1038/nature12373'],
    ['an address without TLS', 'http://a.example/b', 'http://a.example/b', 'http://a.example/b'],
    ['an address, as it was typed', 'HTTPS://OSF.io', 'HTTPS://OSF.io', 'https://osf.io/'],
    ['a DOI with its name before it', 'see doi: 10.1000/x', 'doi: 10.1000/x', '/10.1000/x'],
    ['a DOI of a part of a registrant', '10.1000.10/x', '10.1000.10/x', '/10.1000.10/x'],
    ['a DOI that holds an address', '10.1000/https://x', '10.1000/https://x', '/10.1000/https:/%2Fx'],
    ['a DOI as an address', 'https://doi.org/10.1000/x', 'https://doi.org/10.1000/x', '/10.1000/x'],
    [
      'another host in other letters, as it is sent',
      'https://аpple.com',
      'https://xn--pple-43d.com/',
      'https://xn--pple-43d.com/',
    ],
  ])('link detection: %s', (_, written, text, href) => expect(linksIn(written)).toEqual([{ text, href }]))

  test.each([
    'https://notdoi.org/10.1000/x',
    'https://doi.org.evil.example/10.1000/x',
    'https://doi.org/10.1000/%ff',
    'https://doi.org/about',
  ])('%s leads to no paper of ours, but there', text => expect(linksIn(text)).toEqual([{ text, href: text }]))

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>',
    'ftp://example.org',
    'https://bank.example@evil.example/',
    'https://:bank.example@evil.example/',
    '//evil.example',
    'https://',
    'version 10.5/2',
    'version 10.1000/.',
    '<a href="x">x</a>',
  ])('%s is none', text => expect(linksIn(text)).toEqual([]))

  test('links to our own site are not counted as links', () =>
    expect(countLinks(readText('10.1000/x https://a.example\n\nhttps://b.example'))).toBe(2))

  test('links are http, https or our own paths, and no character is lost', () => {
    const words = fc.constantFrom(
      'https://',
      'http://x.example/',
      '10.1000/a',
      'javascript:',
      '@',
      ')',
      '(',
      '\n\n',
      ' ',
      '.',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 12 }), pieces => {
        const text = cleanText(pieces.join(''))
        const paragraphs = readText(text)
        for (const { href } of paragraphs.flat())
          if (href !== undefined) expect(href).toMatch(/^(?:https?:\/\/|\/10\.)/)
        const shown = paragraphs.map(parts => parts.map(part => part.text).join('')).join('\n\n')
        expect(shown.length).toBeGreaterThanOrEqual(text.length - 2)
      }),
    )
  })
})
