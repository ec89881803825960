import { describe, expect, test } from 'vitest'
import { composeNews, type NewsMail, type Thing } from './compose.ts'
import { datePhrase } from './date-phrase.ts'
import { readUnsubscribeToken, writeUnsubscribeToken } from './unsubscribe-token.ts'

const thing: Thing = {
  doi: '10.1000/x' as Thing['doi'],
  kind: 'retraction',
  outcome: null,
  at: Date.parse('2026-11-20T12:00:00Z'),
  date: null,
  by: { name: 'Retraction Watch', href: null },
  detail: null,
  path: '/10.1000/x#known',
  money: null,
}
const paper = (...things: Partial<Thing>[]) => ({
  title: 'On <Engines>',
  path: '/10.1000/x',
  things: things.map(part => ({ ...thing, ...part })),
})
const mail: NewsMail = {
  to: 'ada@example.org',
  locale: 'en',
  papers: [paper({})],
  origin: 'https://papers.example',
  links: {
    dashboard: 'https://papers.example/dashboard',
    settings: 'https://papers.example/dashboard/mails',
    unsubscribe: 'https://papers.example/unsubscribe?token=t&x=1',
  },
}
const composed = (...papers: NewsMail['papers'][number][]) => composeNews({ ...mail, papers })
const line = (part: Partial<Thing>) =>
  composed(paper(part))
    .text.split('\n')
    .find(each => each.startsWith('* '))

describe('email about watched papers', () => {
  test.each<[Partial<Thing>, string]>([
    [{}, '* Retraction on 20 November 2026, according to Retraction Watch'],
    [{ date: '2026-11' }, '* Retraction in November 2026, according to Retraction Watch'],
    [{ kind: 'note-approved', by: { name: 'Carla', href: null } }, '* A community note on 20 November 2026, by Carla'],
    [
      { kind: 'report-approved', by: { name: 'Carla', href: null } },
      expect.stringMatching(/^\* .* on 20 November 2026, by Carla$/),
    ],
    [{ kind: 'bounty', money: { amount: 2_500, currency: 'eur' } }, '* Bounty increased by €25 on 20 November 2026'],
    [{ kind: 'bounty' }, expect.stringMatching(/^\* [^,€]* on 20 November 2026$/)],
    [{ kind: 'claim', by: { name: 'Carla', href: null } }, expect.stringMatching(/^\* .*Carla.* on 20 November 2026$/)],
    [{ kind: 'claim', by: { name: 'a reader', href: null } }, expect.not.stringContaining('a reader')],
    [
      { kind: 'replication', outcome: 'not-held' },
      '* Replication on 20 November 2026: failed, according to Retraction Watch',
    ],
  ])('the email lists %j as: %s', (part, said) => expect(line(part)).toEqual(said))

  test('the email lists published evidence before community content', () => {
    const kinds = ['report-approved', 'note-approved', 'retraction', 'bounty', 'replication'] as const
    const { text } = composed(paper(...kinds.map(kind => ({ kind }))))
    const places = [
      'Retraction on',
      'Replication on',
      'A reproduction report',
      'A community note',
      'Bounty increased',
    ].map(what => text.indexOf(`* ${what}`))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(-1)
  })

  test('the subject names a single event with outcome and paper, or counts several', () => {
    expect(composed(paper({})).subject).toBe('Retraction: On <Engines>')
    expect(composed(paper({ kind: 'replication', outcome: 'not-held' })).subject).toContain(' – failed: On')
    expect(composed(paper({}, {})).subject).toBe('2 updates on a paper you watch')
    expect(composed(paper({}), paper({})).subject).toMatch(/^2 updates on 2 papers/)
  })

  test('titles are cut at 160 characters, 90 in the subject, and community text at 300', () => {
    const long = (length: number) => composed({ ...paper({}), title: 'x'.repeat(length) })
    const has = (text: string, length: number) =>
      text.includes('x'.repeat(length)) && !text.includes('x'.repeat(length + 1))
    expect([has(long(161).text, 160), has(long(160).text, 160), long(160).text.includes('…')]).toEqual([
      true,
      true,
      false,
    ])
    expect([has(long(91).subject, 90), long(91).subject.includes('…'), long(90).subject.includes('…')]).toEqual([
      true,
      true,
      false,
    ])
    expect(has(composed(paper({ detail: 'x'.repeat(301) })).text, 300)).toBe(true)
    const cut = composed({ ...paper({}), title: `${'x'.repeat(159)}😀y` }).text
    expect([cut.isWellFormed(), cut.includes('😀')]).toEqual([true, false])
    expect(composed({ ...paper({}), title: `${'x'.repeat(158)}  yy` }).text).toContain(`${'x'.repeat(158)}…`)
  })

  test('invisible characters and direction marks are removed', () => {
    const part = { by: { name: 'Car\u202ela\u0000', href: null }, detail: ' a\u200bb\n\nc ' }
    const { text, subject } = composed({ ...paper(part), title: '\u202eengines\r\nBcc: eve@example.org' })
    for (const unseen of ['\u202e', '\u0000', '\u200b']) expect(text).not.toContain(unseen)
    expect([text.includes('according to Car la'), text.includes('\n  a b c\n')]).toEqual([true, true])
    expect(subject).toBe('Retraction: engines Bcc: eve@example.org')
    const joined = 'می‌خواهم 👩‍👩‍👧 ❤️'
    const kept = composed({ ...paper({ detail: joined, by: { name: joined, href: null } }), title: joined })
    for (const said of [kept.subject, kept.text, kept.html]) expect(said).toContain(joined)
  })

  test('text and HTML have the same content with settings links, and markup is escaped', () => {
    const { text, html } = composed(paper({ detail: 'Because <b>', outcome: 'held' }, { kind: 'correction' }))
    for (const href of [...Object.values(mail.links), 'https://papers.example/10.1000/x']) {
      expect(text).toContain(`\n${href}`)
      expect(html).toContain(`href="${href.replaceAll('&', '&amp;')}"`)
    }
    expect(text).toContain('\n  Because <b>\n')
    expect(html).toContain('Because &lt;b&gt;')
    expect(html).toContain('On &lt;Engines&gt;')
    expect(text).toContain('ada@example.org')
    // Only serious events are highlighted.
    expect(html.match(/class="grave"/g)).toHaveLength(1)
    expect(composed(paper({ kind: 'concern' })).html).toContain('class="grave"')
    expect(composed(paper({ kind: 'replication' })).html).not.toContain('class="grave"')
    expect(composed(paper({})).html).not.toContain('null')
  })

  test('each event shows its known details and no placeholders', () => {
    const whole = composed(paper({ kind: 'replication', outcome: 'held', detail: 'Of 40' }))
    expect(whole.html.replaceAll(/<[^>]+>/g, '')).toContain(
      'Replication on 20 November 2026: successful, according to Retraction WatchOf 40',
    )
    const bare = composed(paper({ kind: 'bounty' }))
    expect(bare.text).toContain('* Bounty increased on 20 November 2026\nhttps://papers.example/10.1000/x\n')
    expect(bare.html).toContain('</b> on 20 November 2026</p>')
  })

  test('the HTML title is the subject, and severe statuses stay so in dark mode', () => {
    const { html } = composed(paper({}))
    expect(html).toContain('<title>Retraction: On &lt;Engines&gt;</title>')
    expect(html).toMatch(/prefers-color-scheme: dark.*\.grave \{ color: #f29490/s)
  })

  test.each(['en', 'de', 'es'] as const)('the email is in the reader’s language: %s', locale => {
    const { html } = composeNews({ ...mail, locale })
    expect(html).toContain(`<html lang="${locale}"`)
  })
})

test('a date has its known precision and a matching preposition', () => {
  const phrase = datePhrase('en-GB', { day: 'on', month: 'in', year: 'since' })
  expect(['2026-11-20', '2026-11', '2026', 'odd-date', '2026-99'].map(phrase)).toEqual([
    'on 20 November 2026',
    'in November 2026',
    'since 2026',
    'since odd-',
    'since 2026',
  ])
  expect(datePhrase('es', { day: '', month: '', year: '' })('2026')).toBe('2026')
})

describe('unsubscribe token', () => {
  const [old, current] = ['o'.repeat(43), 'c'.repeat(43)]

  test('a token is valid for its account, also when signed with an older secret', () => {
    const token = writeUnsubscribeToken([old], 'user:ada')
    expect(readUnsubscribeToken([old], token)).toBe('user:ada')
    expect(readUnsubscribeToken([current, old], token)).toBe('user:ada')
    expect(readUnsubscribeToken([current], token)).toBeNull()
    expect(writeUnsubscribeToken([current, old], 'user:ada')).toBe(writeUnsubscribeToken([current], 'user:ada'))
    expect(writeUnsubscribeToken([old], 'user:bob')).not.toBe(token)
  })

  test('a token with anything before or after it is invalid', () => {
    const token = writeUnsubscribeToken([old], 'user:ada')
    for (const other of ['', `x.${token}`, `${token}x`, ` ${token}`, `${token}\n`, token.replace('.', ''), '.'])
      expect(readUnsubscribeToken([old], other)).toBeNull()
  })
})
