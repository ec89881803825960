import { expect, test } from 'vitest'
import { gmailUrl } from './EmailConfirmation.tsx'

const inbox = 'https://mail.google.com/mail/u/0/#inbox'
const searchFor = (domain: string) => `https://mail.google.com/mail/u/0/#search/from%3A(%40${domain})%20in%3Aanywhere`

test.each([
  [
    'the domain the page hints at',
    { hint: 'mail.example.org', emailDomains: ['example.com'] },
    searchFor('mail.example.org'),
  ],
  ['a hint written with its @', { hint: '@example.org', emailDomains: [] }, searchFor('example.org')],
  ['the only domain of the project', { hint: undefined, emailDomains: ['example.com'] }, searchFor('example.com')],
  ['no hint but an empty one', { hint: '', emailDomains: ['example.com'] }, searchFor('example.com')],
  ['one of several domains', { hint: undefined, emailDomains: ['example.com', 'example.org'] }, inbox],
  ['no domain at all', { hint: undefined, emailDomains: [] }, inbox],
])('inbox link for mail from %s', (_, known, url) => {
  expect(gmailUrl(known)).toBe(url)
})

test('a domain hint is escaped in the search URL', () => {
  expect(gmailUrl({ hint: 'a.example) OR (b&c#d', emailDomains: [] })).toBe(
    'https://mail.google.com/mail/u/0/#search/from%3A(%40a.example)%20OR%20(b%26c%23d)%20in%3Aanywhere',
  )
})
