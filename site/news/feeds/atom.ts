import { hash } from 'node:crypto'
import { type Amount, formatAmount } from '../../kit/amounts/format.ts'
import { isoTime } from '../../kit/times/times.ts'
import { type ListedActivity, wordOf } from '../../paper/activity/index.ts'

type Thing = Pick<ListedActivity, 'kind' | 'label' | 'by'> & { money: Amount | null }

/** Returns a message for an event by kind, with its source, author or amount. */
export const sentenceOf = ({ kind, label, by, money }: Thing): string => {
  switch (wordOf[kind]) {
    case 'note':
      return `${capital(by.name)} wrote a note about it.`
    case 'report':
      return `${label}, reported by ${by.name}.`
    case 'claim':
      return `${capital(by.name)} claimed its reproduction. ${label}.`
    case 'bounty':
      return money === null ? `${label}.` : `Bounty increased by ${formatAmount(money)}.`
    case 'source':
      return `${label}, according to ${by.name}.`
  }
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

export type Feed = {
  /** Absolute address of the feed itself. */
  self: string
  /** Absolute URL of the equivalent page; null if there is none. */
  page: string | null
  title: string
  /** The site's origin; paths hang below it. */
  origin: string
  entries: readonly (ListedActivity & { paper: string })[]
  /** Updated time of an empty feed, in epoch ms. */
  emptySince: number
}

/** Escapes text for XML 1.0 elements and attributes. Removes forbidden characters and bidirectional controls. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/[&<>"]/g, found => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[found] ?? '&quot;')

/** Permanent ID that survives URL changes (RFC 4151), derived from the item's identity. */
const tag = (origin: string, specific: string): string => {
  const { hostname, port } = new URL(origin)
  // A tag's authority has no port, so two sites on one host differ by the specific part.
  return `tag:${hostname},2026:${port === '' ? '' : `${port}:`}${specific}`
}

/** Writes an Atom feed (RFC 4287). */
export const writeAtom = ({ self, page, title, origin, entries, emptySince }: Feed): string => {
  const updated = entries.reduce((latest, { notedAt }) => Math.max(latest, notedAt), emptySince)
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${tag(origin, `feed:${hash('sha256', self, 'hex').slice(0, 32)}`)}</id>`,
    `<title>${xml(title)}</title>`,
    `<updated>${isoTime(updated)}</updated>`,
    '<author><name>Corroborate</name></author>',
    `<link rel="self" type="application/atom+xml" href="${xml(self)}"/>`,
    ...(page === null ? [] : [`<link rel="alternate" type="text/html" href="${xml(page)}"/>`]),
    ...entries.map(entry => entryOf(entry, origin)),
    '</feed>',
    '',
  ].join('\n')
}

const entryOf = (
  { key, kind, label, money, paper, doi, at, notedAt, by, detail, path }: Feed['entries'][number],
  origin: string,
): string =>
  [
    '<entry>',
    `<id>${tag(origin, `activity:${hash('sha256', key, 'hex').slice(0, 32)}`)}</id>`,
    `<title>${xml(`${label}: ${paper}`)}</title>`,
    `<published>${isoTime(at)}</published>`,
    `<updated>${isoTime(notedAt)}</updated>`,
    `<author><name>${xml(by.name) || 'Corroborate'}</name></author>`,
    `<link rel="alternate" type="text/html" href="${xml(origin + path)}"/>`,
    `<content type="text">${xml([sentenceOf({ kind, label, by, money }), detail, `https://doi.org/${doi}`].filter(part => part !== null).join('\n\n'))}</content>`,
    '</entry>',
  ].join('\n')
