import { bytes, type Doi, maxDoiBytes, parseDoi } from './doi.ts'
import { readPasted } from './pasted/read-pasted.ts'
import { type CiteFormat, paths, type WholeList } from './paths.ts'
import { type DoiAction, splitAction } from './split-action.ts'

/**
 * True if this DOI can have been registered. Stricter than the storage form (docs/decisions/12), since sources contain malformed DOIs; used
 * when no source knows a DOI. Registrants have numbers of four or five digits from 1000 on (ISBN-A apart), a suffix holds a letter or a
 * digit, nothing that is no character, and no tag of HTML (the angle brackets of old DOIs hold pages, as in `<91::aid-ajpa4>`);
 * arXiv's DOIs are made of its identifiers.
 */
export const mayBeRegistered = (doi: Doi): boolean => {
  const slash = doi.indexOf('/')
  const [, registrant = ''] = doi.slice(0, slash).split('.')
  const suffix = doi.slice(slash + 1)
  if (!/^[1-9]\d{3,4}$|^97[89]$/.test(registrant)) return false
  if (!/[\p{L}\p{N}]/u.test(suffix) || /[\p{Co}\p{Cn}\ufffd]/u.test(suffix)) return false
  if (tag.test(suffix)) return false
  return registrant !== '48550' || arxivSuffix.test(suffix)
}

const tag = /<\/?[a-z]+[1-6]?(?:[/>]|$)/
const arxivSuffix = /^arxiv\.(?:\d\d(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})$/

export type DoiPathMatch =
  | {
      kind: 'match'
      doi: Doi
      action: DoiAction
      /** The report's hash after `audit/`, the format after `cite/`; '' otherwise. Lower case, not validated further. */
      rest: string
      /** The one path of this page, without query. */
      canonicalPath: string
      /** 308 redirect target for a GET (canonical path with the original query); null if the request is canonical. */
      redirectTo: string | null
    }
  /** External URL of a paper, or a PubMed ID, which only a search can resolve; a GET is redirected there with 302. */
  | { kind: 'pasted'; redirectTo: string }
  | { kind: 'not-doi' }
  | { kind: 'refused'; status: 400 | 414; reason: string }

const longestPath = 8000
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what it must find.
const control = /[\u0000-\u001f\u007f-\u009f]/

/**
 * Reads a request's target as it came over the wire (`rawRequestTarget`), before any framework decoded or tidied it.
 * Raw slashes, one fully encoded segment and every mixture of them lead to the same page (docs/decisions/12).
 *
 * `not-doi` means that the path is none of ours; `refused` that no path of ours can look like this.
 */
export const matchDoiPath = (target: string): DoiPathMatch => {
  const query = target.indexOf('?')
  const rawPath = query === -1 ? target : target.slice(0, query)
  const search = query === -1 ? '' : target.slice(query)
  if (rawPath.length > longestPath) return tooLong
  const path = fromWire(rawPath)

  let split: ReturnType<typeof splitAction>
  try {
    const decoded = decodeURIComponent(path)
    if (control.test(decoded))
      return { kind: 'refused', status: 400, reason: 'The address contains control characters.' }
    if (!decoded.startsWith('/10.')) return labelled(decoded, rawPath, search)
    split = splitAction(path.slice(1).split('/'))
  } catch {
    return { kind: 'refused', status: 400, reason: 'The address contains an invalid percent-encoding.' }
  }
  if (split.doi === null) return bytes(path) > maxDoiBytes ? tooLong : { kind: 'not-doi' }
  return match(split.doi, split.action, split.rest, rawPath, search)
}

/**
 * Returns the request target as sent by the client. Node has it in `incoming.url`; a `Request`, as in in-process tests, has only the
 * normalized URL.
 */
export const rawRequestTarget = (requestUrl: string, incomingUrl: string | undefined): string => {
  const target = incomingUrl ?? requestUrl
  return target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '') || '/'
}

const tooLong: DoiPathMatch = {
  kind: 'refused',
  status: 414,
  reason: 'The address is longer than the longest DOI accepted.',
}

const match = (doi: Doi, action: DoiAction, rest: string, rawPath: string, search: string): DoiPathMatch => {
  const canonicalPath = canonical(doi, action, rest)
  const redirectTo = canonicalPath === rawPath ? null : canonicalPath + headerSafe(search)
  return { kind: 'match', doi, action, rest, canonicalPath, redirectTo }
}

const canonical = (doi: Doi, action: DoiAction, rest: string): string => {
  switch (action) {
    case 'audit':
      return paths.report(doi, rest)
    case 'crate':
      return paths.reportCrate(doi, rest)
    case 'cite':
      return paths.cite(doi, encodeURIComponent(rest) as CiteFormat)
    case 'all':
      return paths.all(doi, encodeURIComponent(rest) as WholeList)
    default:
      return paths[action](doi)
  }
}

/** Matches `/doi:10.…` and `/https://doi.org/10.…`, which people type after our hostname, and external URLs of papers. */
const labelled = (decoded: string, rawPath: string, search: string): DoiPathMatch => {
  const isLabelled = /^\/(?:doi:|info:doi|urn:doi:|(?:https?:\/{1,2})?(?:www\.|dx\.)?doi\.org\/)/i.test(decoded)
  const doi = isLabelled ? parseDoi(withTwoSlashes(decoded.slice(1))) : null
  return doi === null ? pasted(decoded, rawPath, search) : match(doi, 'paper', '', rawPath, search)
}

/** Possible external paper identifier: a single word, an old arXiv ID, or a host with a path, without its scheme. */
const mayBePasted = /^\/(?:[\w.:-]+|[a-z-]+\/\d{7}(?:v\d+)?|(?:[\w-]+\.)+[a-z]{2,}\/.+)$/i

const pasted = (decoded: string, rawPath: string, search: string): DoiPathMatch => {
  const isAddress = /^\/https?:\//i.test(decoded)
  if (!isAddress && !mayBePasted.test(decoded)) return { kind: 'not-doi' }
  // The query belongs to the address, and its percent signs are its own.
  const text = isAddress
    ? withTwoSlashes((/^\/https?:\//i.test(rawPath) ? rawPath : decoded).slice(1)) + search
    : decoded.slice(1)
  const read = readPasted(text)
  if (read.kind === 'doi') {
    const canonicalPath = paths.paper(read.doi)
    return { kind: 'match', doi: read.doi, action: 'paper', rest: '', canonicalPath, redirectTo: canonicalPath }
  }
  const isOurs = isAddress ? read.kind !== 'words' : read.kind === 'ask-openalex' && read.ask.by !== 'address'
  return isOurs ? { kind: 'pasted', redirectTo: paths.search(text) } : { kind: 'not-doi' }
}

/** Restores the double slash of a URL, which intermediaries may merge. */
const withTwoSlashes = (text: string): string => text.replace(/^(https?):\/+/i, '$1://')

/** Node hands over bytes above 127 one per character; a client that sent them raw meant UTF-8. */
const fromWire = (path: string): string => {
  if (!/[\u0080-\u00ff]/.test(path) || /[\u0100-\uffff]/.test(path)) return path
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(path, character => character.charCodeAt(0)))
  } catch {
    return path
  }
}

const headerSafe = (search: string): string => search.replace(/[^\u0021-\u007e]/gu, encodeURIComponent)

const endings = { badge: 'svg', share: 'png' } as const

/** The DOI in the target of a request for a picture, `/badge/10.1000/x.svg` or `/share/10.1000/x.png`, written as in the paths of papers. */
export const doiInPicturePath = (target: string, kind: keyof typeof endings): Doi | null => {
  const [path = ''] = target.split('?', 1)
  const end = `.${endings[kind]}`
  if (!path.startsWith(`/${kind}/`) || !path.toLowerCase().endsWith(end)) return null
  const match = matchDoiPath(path.slice(kind.length + 1, -end.length))
  return match.kind === 'match' && match.action === 'paper' ? match.doi : null
}
