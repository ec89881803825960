import { LRUCache } from 'lru-cache'
import { doiFromText, parseDoi, paths } from '../../kit/doi/index.ts'
import type { Paragraphs, TextPart } from './text-part.ts'

const links = /https?:\/\/[^\s<>"“”«»]+|(?<![\p{L}\p{N}./])(?:doi:\s?)?10\.\d{4,9}(?:\.\d+)*\/[^\s<>"“”«»]+/giu

/** Texts that were read lately, which many pages show again; so many UTF-16 code units of them. */
const read = new LRUCache<string, Paragraphs>({ maxSize: 2_000_000, sizeCalculation: (_, text) => text.length + 1 })

/** Reads a cleaned text as it is shown: web addresses become links, and DOIs links to our own pages. Nothing else is markup. */
export const readText = (text: string): Paragraphs => {
  const known = read.get(text)
  if (known !== undefined) return known
  const paragraphs = paragraphsOf(text)
  read.set(text, paragraphs)
  return paragraphs
}

const paragraphsOf = (text: string): Paragraphs =>
  text
    .split('\n\n')
    .filter(paragraph => paragraph !== '')
    .map(partsOf)

const partsOf = (paragraph: string): TextPart[] => {
  const parts: TextPart[] = []
  let at = 0
  for (const match of paragraph.matchAll(links)) {
    const found = withoutEnd(match[0])
    const link = linkOf(found)
    if (link === null) continue
    if (match.index > at) parts.push({ text: paragraph.slice(at, match.index) })
    parts.push(link)
    at = match.index + found.length
  }
  if (at < paragraph.length) parts.push({ text: paragraph.slice(at) })
  return parts
}

/** Counts the external links of a text. */
export const countLinks = (paragraphs: Paragraphs): number =>
  paragraphs.flat().filter(({ href }) => href !== undefined && !href.startsWith('/')).length

const linkOf = (found: string): TextPart | null => {
  if (!/^https?:/i.test(found)) {
    const doi = parseDoi(found)
    return doi === null ? null : { text: found, href: paths.paper(doi) }
  }
  const url = URL.parse(found)
  // A name before the host would pass for the host.
  if (url === null || url.username !== '' || url.password !== '') return null
  const doi = /^(?:www\.|dx\.)?doi\.org$/.test(url.hostname) ? doiOf(url) : null
  if (doi !== null) return { text: found, href: paths.paper(doi) }
  // A host in other letters is shown as it is sent: theirs may look like those of another.
  return { text: isAscii(found) ? found : url.href, href: url.href }
}

const doiOf = (url: URL) => {
  try {
    return doiFromText(decodeURIComponent(url.pathname.slice(1)))
  } catch {
    return null
  }
}

const isAscii = (text: string): boolean => /^[\u0020-\u007e]*$/.test(text)

const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** Excludes sentence punctuation after a link, and a closing bracket that the link did not open. */
const withoutEnd = (found: string): string => {
  const surplus = new Map<string, number>()
  let end = found.length
  while (end > 0) {
    const last = found.charAt(end - 1)
    const opening = closing[last]
    if (opening !== undefined) {
      const left = surplus.get(last) ?? count(found, last) - count(found, opening)
      if (left <= 0) break
      surplus.set(last, left - 1)
    } else if (!/[.,;:!?'’…]/.test(last)) break
    end -= 1
  }
  return found.slice(0, end)
}

const count = (text: string, character: string): number => text.split(character).length - 1
