import { locales } from '@corroborate/wire/locales'
import { expect, test } from 'vitest'
import { type DecisionMail, decisionMail } from './decision-mail.ts'
import { decisionWords } from './mail-words.ts'
import { rejectionReasonNames } from './rules.ts'

const refused: DecisionMail = {
  locale: 'en',
  what: 'note',
  status: 'rejected',
  paper: 'A paper',
  reason: 'no-source',
  message: 'Which table?',
  links: { approved: 'https://papers.example/seen', rejected: 'https://papers.example/again' },
  contact: 'editors@example.org',
}

test('a rejection email contains the entry, the reason, the moderator’s message and an edit link', () => {
  const { subject, text } = decisionMail(refused)
  expect(subject).toBe('Your note was not approved')
  for (const words of ['A paper', 'where a reader can check it', 'Which table?', 'https://papers.example/again'])
    expect(text).toContain(words)
  expect(text).not.toContain('/seen')
})

test('an approval email links the public entry and gives no reason', () => {
  const { text } = decisionMail({ ...refused, status: 'approved' })
  expect(text).toContain('https://papers.example/seen')
  for (const words of ['Why:', 'Which table?', '/again']) expect(text).not.toContain(words)
})

test('an email about spam says whom to contact', () => {
  expect(decisionMail({ ...refused, status: 'spam' }).text).toContain('write to editors@example.org')
  expect(decisionMail({ ...refused, status: 'spam', contact: null }).text).toContain('resubmit it')
  expect(decisionMail({ ...refused, status: 'spam' }).text).toContain('where a reader can check it')
})

test('a rejection email omits a missing reason or message', () => {
  const { text } = decisionMail({ ...refused, reason: null, message: null })
  expect(text).not.toMatch(/Why:|null|undefined/)
  expect(text).toContain('https://papers.example/again')
})

test('every language has text for every decision and reason', () => {
  for (const what of ['note', 'claim', 'report', 'problem'] as const)
    for (const status of ['approved', 'rejected', 'spam', 'pending'] as const) {
      const texts = locales.map(locale => decisionMail({ ...refused, locale, what, status }))
      expect(new Set(texts.map(({ text }) => text)).size).toBe(locales.length)
      for (const { subject, text } of texts) expect(subject + text).not.toMatch(/undefined|\[object/)
    }
  for (const reason of rejectionReasonNames)
    expect(new Set(locales.map(locale => decisionWords[locale].reasons[reason])).size).toBe(locales.length)
})
