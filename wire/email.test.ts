import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseEmail } from './email.ts'
import { anyLetter } from './testing/any-letter.ts'

const parsed = (input: string) => {
  const result = parseEmail(input)
  return result.kind === 'email' ? result.email : result.errorType
}

describe('valid email address', () => {
  test.each([
    ['a@example.test', 'a@example.test'],
    ['Ada.Lovelace+papers@Example.ORG', 'ada.lovelace+papers@example.org'],
    ["o'brien@mail.example.co.uk", "o'brien@mail.example.co.uk"],
    ['jose\u0301@example.org', 'josé@example.org'],
    ['用户@例え.テスト', '用户@xn--r8jz45g.xn--zckzah'],
    ['user@münchen.example', 'user@xn--mnchen-3ya.example'],
    ['user@xn--mnchen-3ya.example', 'user@xn--mnchen-3ya.example'],
    ['bounce+ada=example.com@mail.example.org', 'bounce+ada=example.com@mail.example.org'],
    ['r&d_team#1~x@example.org', 'r&d_team#1~x@example.org'],
    ['a-b-@example.org', 'a-b-@example.org'],
    [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
  ])('%s is normalized to %s', (input, email) => {
    expect(parsed(input)).toBe(email)
  })
})

describe('ambiguous email address', () => {
  test.each([
    ['a line break', 'a@example.org\r\nBcc: b@example.org'],
    ['a trailing line break', 'a@example.org\n'],
    ['two by comma', 'a@example.org,b@example.org'],
    ['two by semicolon', 'a@example.org;b@example.org'],
    ['two by space', 'a@example.org b@example.org'],
    ['two @', 'a@example.org@evil.example'],
    ['a full-width @', 'a\uFF20example.org'],
    ['a full-width @ before another', 'a@example.org\uFF20evil.example'],
    ['a full-width full stop', 'a@example\uFF0Eorg'],
    ['a no-break space', 'a\u00A0@example.org'],
    ['an account-of sign, which holds a slash', '\u2100@example.org'],
    ['a NUL', 'a\0@example.org'],
    ['a long local part', `${'a'.repeat(300)}@example.org`],
    ['a local part of 65 octets', `${'a'.repeat(65)}@example.org`],
    ['a quoted local part', '"a b"@example.org'],
    ['a comment', 'a(comment)@example.org'],
    ['a display name', 'Ada <a@example.org>'],
    // Mail software that decodes them gets a different address (RFC 2047 §5 forbids them here).
    ['an encoded word', '=?utf-8?q?victim=40evil.example=3e?=@example.org'],
    ['an encoded word in base64', '=?utf-8?b?dmljdGltQGV2aWwuZXhhbXBsZQ==?=@example.org'],
    ['an encoded word in the middle', 'a=?x?q?b?=c@example.org'],
    ['half an encoded word', '=?utf-8@example.org'],
    // Older mail software forwards it to the named host.
    ['a route by percent', 'victim%evil.example@example.org'],
    ['a route by bang', 'evil.example!victim@example.org'],
    // Programs that are given addresses as arguments, or in a shell, read these as more than an address.
    ['an option', '-oQ/tmp@example.org'],
    ['a pipe', '|cat@example.org'],
    ['a backtick', 'a`id`@example.org'],
    ['a variable', '\u0024{IFS}@example.org'],
    ['a path', '/etc/passwd@example.org'],
    ['a leading dot', '.a@example.org'],
    ['two dots', 'a..b@example.org'],
    ['no local part', '@example.org'],
    ['no domain', 'a@'],
    ['no @', 'example.org'],
    ['nothing', ''],
    ['a single label', 'a@localhost'],
    ['an address literal', 'a@[127.0.0.1]'],
    ['an address', 'a@127.0.0.1'],
    ['a number that is an address', 'a@2130706433'],
    ['a trailing dot', 'a@example.org.'],
    ['a label that starts with a hyphen', 'a@-example.org'],
    ['an underscore in the domain', 'a@exa_mple.org'],
    ['half a surrogate pair', 'a\uD800@example.org'],
    ['254 octets exceeded', `a@${`${'b'.repeat(60)}.`.repeat(5)}org`],
  ])('%s is rejected', (_, input) => {
    expect(parsed(input)).toBe('invalid_email')
  })

  test.each(['\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u00AD', '\u202E', '\u3164', '\u034F', '\uFE0F'])(
    'an invisible %j is rejected by name',
    hidden => {
      expect(parsed(`a${hidden}b@example.org`)).toBe('forbidden_character_zero_width_space')
      expect(parsed(`ab@exam${hidden}ple.org`)).toBe('forbidden_character_zero_width_space')
    },
  )
})

describe('any email input', () => {
  const anything = fc.oneof(
    fc.string({ unit: anyLetter }),
    fc.emailAddress(),
    fc
      .tuple(fc.string({ unit: anyLetter, minLength: 1, maxLength: 8 }), fc.domain())
      .map(([local, domain]) => `${local}@${domain}`),
    fc
      .tuple(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
      )
      .map(([local, label]) => `${local}@${label}.example`),
  )

  test('normalization is idempotent', () => {
    fc.assert(
      fc.property(anything, input => {
        const first = parseEmail(input)
        if (first.kind === 'email') expect(parseEmail(first.email)).toEqual(first)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a valid address has one @, no whitespace or control characters, and a host of plain labels', () => {
    fc.assert(
      fc.property(anything, input => {
        const result = parseEmail(input)
        if (result.kind === 'email') {
          expect(result.email).toMatch(/^[^\s\p{Cc}\p{Cf}@,;:<>()[\]"\\]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u)
          expect(result.email.length).toBeLessThanOrEqual(254)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('email addresses are case-insensitive', () => {
    fc.assert(
      fc.property(fc.emailAddress(), input => {
        expect(parseEmail(input.toUpperCase())).toEqual(parseEmail(input))
      }),
    )
  })
})
