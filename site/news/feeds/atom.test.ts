import { expect, test } from 'vitest'
import type { Doi } from '../../kit/doi/index.ts'
import { type Feed, writeAtom } from './atom.ts'
import { atomErrors } from './testing/index.ts'

const began = Date.parse('2026-11-20T00:00:00Z')
const entry: Feed['entries'][number] = {
  id: '1',
  key: 'report-approved:1',
  doi: '10.1000/x' as Doi,
  kind: 'report-approved',
  at: began + 1_000,
  date: null,
  notedAt: began + 2_000,
  by: { name: 'Carla', href: null },
  label: 'Reproduction report: Reproduced',
  outcome: 'success',
  money: null,
  detail: 'All of it <comes> out & "more".',
  path: '/10.1000/x/audit/0123456789?a=1&b=2',
  paper: 'On <Engines>',
}
const feed: Feed = {
  self: 'https://papers.example/feed/all.atom',
  page: 'https://papers.example/recent',
  title: 'What happened & why',
  origin: 'https://papers.example',
  entries: [entry],
  emptySince: began,
}
const part = (text: string, name: string) => new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(text)?.[1]

test('a feed names itself and its page, and each entry its paper, time, source and content', async () => {
  const text = writeAtom(feed)
  const [head = '', told = ''] = text.split('<entry>')
  expect(await atomErrors(text)).toEqual([])
  expect([part(head, 'title'), part(head, 'updated'), part(head, 'name')]).toEqual([
    'What happened &amp; why',
    '2026-11-20T00:00:02.000Z',
    'Corroborate',
  ])
  expect(head).toContain(`rel="self" type="application/atom+xml" href="${feed.self}"`)
  expect(head).toContain(`rel="alternate" type="text/html" href="${feed.page}"`)
  expect(['title', 'published', 'updated', 'name', 'content'].map(name => part(told, name))).toEqual([
    'Reproduction report: Reproduced: On &lt;Engines&gt;',
    '2026-11-20T00:00:01.000Z',
    '2026-11-20T00:00:02.000Z',
    'Carla',
    'Reproduction report: Reproduced, reported by Carla.\n\nAll of it &lt;comes&gt; out &amp; &quot;more&quot;.\n\nhttps://doi.org/10.1000/x',
  ])
  expect(told).toContain('href="https://papers.example/10.1000/x/audit/0123456789?a=1&amp;b=2"')
})

test('a feed without a page has no alternate link, and minimal entries state only their kind', () => {
  const text = writeAtom({
    ...feed,
    page: null,
    entries: [{ ...entry, kind: 'bounty', detail: null, by: { name: '\u202e', href: null }, label: 'It grew' }],
  })
  const [head = '', told = ''] = text.split('<entry>')
  expect(head).not.toContain('alternate')
  expect([part(told, 'name'), part(told, 'content')]).toEqual(['Corroborate', 'It grew.\n\nhttps://doi.org/10.1000/x'])
})

test('updated is the time of the latest entry in any order, or the earliest possible time', () => {
  const at = (...notedAt: number[]) =>
    part(writeAtom({ ...feed, entries: notedAt.map(each => ({ ...entry, notedAt: each })) }), 'updated')
  expect(at(began + 5_000, began + 9_000, began + 7_000)).toBe('2026-11-20T00:00:09.000Z')
  expect(at()).toBe('2026-11-20T00:00:00.000Z')
})

test('ids are stable per entry, and differ by entry, feed and site including port', () => {
  const idsOf = (of: Feed) => [...writeAtom(of).matchAll(/<id>([^<]+)<\/id>/g)].map(([, id = '']) => id)
  const [ofFeed = '', ofThing = ''] = idsOf(feed)
  expect(ofFeed).toMatch(/^tag:papers\.example,2026:feed:[0-9a-f]{32}$/)
  expect(ofThing).toMatch(/^tag:papers\.example,2026:activity:[0-9a-f]{32}$/)
  expect(idsOf({ ...feed, title: 'Another', entries: [{ ...entry, id: '2', label: 'Another' }] })).toEqual([
    ofFeed,
    ofThing,
  ])
  expect(idsOf({ ...feed, self: 'https://papers.example/feed/notes.atom' })[0]).not.toBe(ofFeed)
  expect(idsOf({ ...feed, entries: [{ ...entry, key: 'report-approved:2' }] })[1]).not.toBe(ofThing)
  expect(idsOf({ ...feed, origin: 'http://localhost:5000' })[0]).toMatch(/^tag:localhost,2026:5000:feed:/)
})

test('characters XML forbids and direction marks are removed, and all scripts are kept', async () => {
  const label = 'a\u0000\u0008\t\u001f\ufffe\ud800\u202a\u202e\u2066\u2069é中😀\ud7ff\ue000\ufffd'
  const text = writeAtom({ ...feed, entries: [{ ...entry, label, paper: '' }] })
  expect(await atomErrors(text)).toEqual([])
  // A lone surrogate becomes the replacement character.
  expect(part(text.split('<entry>')[1] ?? '', 'title')).toBe('a\t\ufffdé中😀\ud7ff\ue000\ufffd: ')
})
