/**
 * The storage key of a paper: a DOI in normal form (`normalise`), ASCII lower case. Only this folder makes one, so a
 * `Doi` in a signature is a promise that the text was checked.
 */
export type Doi = string & { readonly [brand]: 'Doi' }
declare const brand: unique symbol

/**
 * Longest DOI we keep, in UTF-8 bytes. The longest registered ones met have fewer than 200; PostgreSQL refuses index
 * keys above 2,704.
 */
export const maxDoiBytes = 1024

/** Enough for a URL around a fully percent-encoded DOI. */
const longestInput = 4 * maxDoiBytes

// ISO 26324 via CONVENTIONS 2.1; the second branch is the ISBN-A form (10.978.prefix/title) with its short first number.
const syntax = /^10\.(?:\d{4,9}(?:\.\d+)*\/\S+|97[89]\.\d{2,8}\/\d{1,7})$/u
// Not amid a number: a run of them is looked at once.
const doiStart = /(?<!\d\.?)10\.(?:\d{4,9}(?:\.\d+)*|97[89]\.\d{2,8})(?:\/|%2f)/i
const plain = /^10\.\d{4,9}\/[a-z0-9._()/:;-]*[a-z0-9]$/

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what it must find.
const control = /[\u0000-\u001f\u007f-\u009f]/
// Soft hyphens, zero-width characters and direction marks: invisible in copied text, never part of a DOI.
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
const escapedByLatex = /(?<!\\)\\+(?=[_%<>#&{}[\]$])/g
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' }
const quotes = '"\'“”‘’«»'

/**
 * Parses one DOI from user input or a file: bare, with `doi:` and similar prefixes, as a doi.org or publisher URL, as an arXiv ID,
 * percent-encoded once. Null if it contains no DOI, or more than one word.
 * `parseDoi(doiUrl(doi))` returns `doi`. A stored key needs no parsing (`storedDoi`): its percent signs are literal.
 */
export const parseDoi = (input: string): Doi | null => {
  if (input.length <= maxDoiBytes && plain.test(input)) return input as Doi
  if (input.length > longestInput) return null
  const text = stripLabels(withoutWrapping(input.replace(invisible, '').trim()))
  const arxiv = fromArxiv(text)
  if (arxiv !== null) return arxiv
  const bare = bareDoi(text)
  return bare === null ? null : doiFromText(percentDecoded(bare))
}

/**
 * The DOI that a text is, once the invisible and the accidental are cleaned away and ASCII is lower case; null when the
 * text is none. Takes the text literally: no URL forms, no percent-decoding. For text that is already decoded.
 */
export const doiFromText = (text: string): Doi | null => {
  const key = normalise(text)
  if (!syntax.test(key) || control.test(key) || !key.isWellFormed()) return null
  if (bytes(key) > maxDoiBytes) return null
  return key as Doi
}

/** A key read back from our own storage, where only keys made by this folder are written. */
export const storedDoi = (key: string): Doi => key as Doi

/**
 * Finds the distinct DOIs in free text, in order. Surrounding punctuation and unbalanced brackets are excluded; markup ends a DOI, but the
 * angle brackets of old Wiley and AMS DOIs don't.
 */
export const findDois = (text: string): Doi[] => {
  const found = new Set<Doi>()
  for (const [candidate] of text.replace(invisible, '').matchAll(doiCandidates)) {
    const doi = doiFromText(percentDecoded(withoutUnbalancedEnd(candidate, sentenceEnds)))
    if (doi !== null) found.add(doi)
  }
  return [...found]
}

// A candidate ends at white space, a double quote, a replacement character, a tag, or where a separator is followed by the next DOI.
const doiCandidates =
  /(?<![\d.])10\.(?:\d{4,9}(?:\.\d+)*|97[89]\.\d{2,8})(?:\/|%2f)(?:(?![,;|]10\.\d{4,9}\/|<\/?(?:a|abbr|b|br|cite|code|div|em|font|i|jats:\w+|li|p|pre|script|small|span|strong|sub|sup|td|tr|u)\b[^<]*>)[^\s"“”\ufffd])+/giu

const normalise = (text: string): string => {
  const cleaned = text
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/[\u2010\u2011]/g, '-')
    .replace(escapedByLatex, '')
    .trim()
    .replace(/[A-Z]+/g, letters => letters.toLowerCase())
    // A small letter may compose with the mark after it where the capital did not (H̱, ẖ).
    .normalize('NFC')
  return withoutUnbalancedEnd(cleaned)
}

const sentenceEnds = '.,;:!|…'

/**
 * Strips closing quotes, and closing brackets without an opening one: neither ends any registered DOI we have seen. In a sentence, also
 * strips its final punctuation.
 */
const withoutUnbalancedEnd = (text: string, alsoEnds = ''): string => {
  let end = text.length
  const surplus = new Map<string, number>()
  while (end > 0) {
    const last = text.charAt(end - 1)
    if (quotes.includes(last) || alsoEnds.includes(last) || /\s/.test(last)) {
      end -= 1
      continue
    }
    const opening = closing[last]
    if (opening === undefined) break
    const left = surplus.get(last) ?? pieces(text, last) - pieces(text, opening)
    if (left <= 0) break
    surplus.set(last, left - 1)
    end -= 1
  }
  return text.slice(0, end)
}

/** One more than how often it is there. */
const pieces = (text: string, character: string): number => text.split(character).length

const withoutWrapping = (text: string): string => text.replace(/^[\s<([{"'“‘«]+/, '')

const label = /^(?:info:doi\/|urn:doi:|doi(?:\s*[:=]|\s)\s*)/i

const stripLabels = (text: string): string => {
  let rest = text
  for (;;) {
    const next = rest.replace(label, '')
    if (next === rest) return rest.replace(/^\/+(?=10\.)/, '')
    rest = next
  }
}

/** The part of a URL or of a word that is the DOI, still percent-encoded; null when there is none. */
const bareDoi = (text: string): string | null => {
  if (/\s/.test(text)) return null
  const start = text.search(doiStart)
  if (start === -1) return null
  // A bare DOI keeps '#' and '?', but not the tracking query of the page that it was copied from.
  if (start === 0) return text.replace(/\?[a-z_][\w.-]*=.*/i, '')
  const before = text.slice(0, start)
  if (!/^(?:[a-z][a-z\d+.-]*:\/{0,2})?[\w-]+(?:\.[\w-]+)+(?::\d+)?\//i.test(before)) return null
  const rest = text.slice(start)
  if (before.includes('?')) return rest.replace(/[&#].*/, '')
  // SICI check characters may be '#': a bare '#' at the very end belongs to the DOI, anything after one does not.
  const path = rest.replace(/\?.*/, '').replace(/#.+/, '')
  if (resolver.test(before)) return path
  const work = withoutViews(path)
  return /\b(?:bio|med)rxiv\.org\//i.test(before) ? work.replace(/v\d+$/i, '') : work
}

/** Before a DOI: its address at the resolver, which has no views. */
const resolver = /^(?:https?:\/{0,2})?(?:www\.|dx\.)?doi\.org\/+(?:info:doi\/|(?:urn:)?doi:)?$/i

const view =
  /(?:\/(?:abstract|abs|ampdf|epdf|epub|figures|full|fulltext(?:\.html)?|full-text|html|meta|pdf|pdfdirect|references|summary|tables|tab-\w+)|\.(?:full|abstract|pdf(?:\+html)?|full-text|supplementary-material|article-info|article-metrics))$/i

/** Strips publishers' view suffixes after a DOI, such as `/full` or `.pdf`. */
const withoutViews = (path: string): string => {
  let end = path.length
  for (;;) {
    let start = end - 1
    // Every DOI holds a full stop.
    while (path[start] !== '/' && path[start] !== '.') start--
    // A view may hold a dot itself: `/fulltext.html`.
    if (!view.test(path.slice(start, end))) start = path.lastIndexOf('/', start)
    if (!view.test(path.slice(start, end))) return path.slice(0, end)
    end = start
  }
}

/** arXiv identifiers have DOIs under 10.48550; a version has none of its own. */
const fromArxiv = (text: string): Doi | null => {
  const match = /^(?:arxiv:\s*|https?:\/\/(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html)\/)(\S+?)(?:\.pdf)?$/i.exec(
    text,
  )
  return match?.[1] === undefined ? null : arxivDoi(match[1])
}

/**
 * The DOI of the paper with this arXiv identifier, such as `2101.00001v2` or `hep-th/9901001` (arXiv's own rule; a version has
 * none of its own, and `math.GT/0309136` is `math/0309136`); null for anything else.
 */
export const arxivDoi = (id: string): Doi | null => {
  const [, number, archive, inArchive] =
    /^(?:(\d{4}\.\d{4,5})|([a-z-]+)(?:\.[a-z]{2})?\/(\d{7}))(?:v\d+)?$/i.exec(id) ?? []
  if (number !== undefined) return doiFromText(`10.48550/arxiv.${number}`)
  return archive === undefined ? null : doiFromText(`10.48550/arxiv.${archive}/${inArchive}`)
}

const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Length in UTF-8 bytes. */
export const bytes = (text: string): number => new TextEncoder().encode(text).length
