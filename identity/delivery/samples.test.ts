import { expect, test } from 'vitest'
import { brought } from '../features.ts'
import { type MailKind, mailKinds, renderSample } from './samples.ts'

const at = Date.UTC(2026, 10, 21, 12, 0, 0)
const project = { id: 'project-test-1', name: 'Reader', locale: 'en' as const }
const link = 'https://app.example.org/authenticate?token=made-up'

const sampleOf = (kind: MailKind) => renderSample(project, { kind, locale: 'en', at, notices: brought.notices })

test.each<[MailKind, unknown, string[], string | null]>([
  ['magic-link', 'Your link to Reader', [link], null],
  ['passcode', expect.stringContaining('012345'), [], '012345'],
  ['passcode-sms', null, [], '012345'],
  ['password-reset', expect.stringContaining('password'), [link, link], null],
  ['confirm-address', expect.stringContaining('address'), [link, link], null],
  ['no-account', 'Logging in to Reader', [], null],
  ['address-taken', expect.any(String), [], null],
  ['account-changed', expect.any(String), [], null],
])('the sample of %s is a valid message with made-up links and codes', (kind, subject, links, code) => {
  expect(sampleOf(kind)).toMatchObject({ subject, links, code })
  expect(sampleOf(kind).text).toContain('Reader')
})

test('samples are distinct, and those that expire do so in half an hour', () => {
  const texts = mailKinds.map(({ name }) => sampleOf(name).text)
  expect(new Set(texts).size).toBe(mailKinds.length)
  expect(sampleOf('magic-link').text).toContain('30 minutes')
  expect(sampleOf('account-changed').text).toContain('21 November 2026')
  expect(sampleOf('address-taken').text).toContain('ada@example.org')
})

test('samples are rendered in the requested language', () => {
  const german = renderSample(project, { kind: 'magic-link', locale: 'de', at, notices: [] })
  expect(german.subject).toBe('Ihr Link zu Reader')
})
