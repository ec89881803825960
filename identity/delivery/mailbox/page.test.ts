import { describe, expect, test } from 'vitest'
import { mailboxList, mailboxPage } from './page.ts'
import type { MailboxMessage } from './store.ts'

const mail: MailboxMessage = {
  ...{ id: 'mail-1', channel: 'email', to: 'ada@example.org', subject: 'Your link', text: 'Go on.\nHere.' },
  ...{ html: '<p>Go on.</p>', links: ['https://app.example.org/?a=1&b=2'], code: null },
  sent_at: '2026-11-21T12:34:56.789Z',
}
const text: MailboxMessage = {
  ...{
    ...mail,
    id: 'text/1',
    channel: 'sms',
    to: '+15005550006',
    subject: null,
    text: '012345 is your code.\n\n@a #0',
  },
  ...{ html: null, links: [], code: '012345' },
}
const page = (given: Partial<Parameters<typeof mailboxPage>[0]> = {}) =>
  mailboxPage({ messages: [mail, text], open: undefined, to: undefined, nonce: 'N', ...given })
const list = (given: Partial<Parameters<typeof mailboxList>[0]> = {}) =>
  mailboxList({ messages: [mail, text], open: undefined, to: undefined, ...given })

describe('mailbox list', () => {
  test('the list shows subject or first line, recipient, channel and time of each message', () => {
    const [first = '', second = ''] = list().split('</li>')
    for (const part of ['/dev/mailbox?id=mail-1', '>ada@example.org<', '>12:34:56<', '>Your link<', '>Mail<'])
      expect(first).toContain(part)
    for (const part of ['/dev/mailbox?id=text%2F1', '>+15005550006<', '>012345 is your code.<', '>SMS<'])
      expect(second).toContain(part)
    expect(list({ messages: [{ ...text, channel: 'whatsapp' }] })).toContain('>WhatsApp<')
    expect(list()).toContain('data-newest="mail-1"')
  })

  test('the list marks the open message and keeps the address filter', () => {
    expect(list()).not.toContain('aria-current')
    const [first, second] = list({ open: text, to: '+15005550006' }).split('</li>')
    expect(first).not.toContain('aria-current')
    expect(second).toContain('aria-current="true"')
    expect(second).toContain('/dev/mailbox?to=%2B15005550006&amp;id=text%2F1')
  })

  test('the list shows an empty state, with or without an address filter', () => {
    expect(list({ messages: [] })).toContain('No messages yet.')
    expect(list({ messages: [] })).toContain('data-newest=""')
    expect(list({ messages: [], to: 'b@example.org' })).toContain('No messages to b@example.org.')
  })
})

describe('mailbox page', () => {
  test('the page prompts to choose a message and keeps the address filter', () => {
    expect(page()).toContain('<title>Mailbox · Mailbox of this machine</title>')
    expect(page()).toContain('Choose a message to read it.')
    expect(page()).not.toContain('class="reading"')
    expect(page()).toContain('name="to" value=""')
    expect(page({ to: 'ada@example.org' })).toContain('name="to" value="ada@example.org"')
    expect(page()).toContain(list())
  })

  test('an email is shown as sent, with copyable links', () => {
    const shown = page({ open: mail, to: 'ada@example.org' })
    for (const part of [
      '<title>Your link · Mailbox',
      'class="reading"',
      '<h2>Your link</h2>',
      '<a class="back" href="/dev/mailbox?to=ada%40example.org">',
      'To <a href="/dev/mailbox?to=ada%40example.org">ada@example.org</a> · Mail · ',
      '>21 November 2026 at 12:34 UTC<',
      'src="/dev/mailbox/preview?id=mail-1"',
      '<pre>Go on.\nHere.</pre>',
      'href="https://app.example.org/?a=1&amp;b=2"',
      'data-copy="https://app.example.org/?a=1&amp;b=2"',
    ])
      expect(shown).toContain(part)
    expect(shown).not.toContain('Copy code')
    expect(page({ open: mail })).toContain('<a class="back" href="/dev/mailbox">')
  })

  test('an SMS is shown as sent, with a copyable code', () => {
    const shown = page({ open: text })
    for (const part of [
      '<title>012345 is your code. · Mailbox',
      '<h2>SMS message</h2>',
      '<strong>012345</strong>',
      'data-copy="012345">Copy code',
      '<p class="bubble">012345 is your code.\n\n@a #0</p>',
    ])
      expect(shown).toContain(part)
    expect(shown).not.toContain('<iframe')
  })

  test('message content is escaped and never executed', () => {
    const bad = '"><script>alert(1)</script>'
    expect(page({ open: { ...text, text: bad, to: bad, code: bad }, to: bad })).not.toContain('<script>alert')
  })
})
