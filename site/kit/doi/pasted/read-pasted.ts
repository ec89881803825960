import { type Doi, doiFromText, findDois, parseDoi } from '../doi.ts'
import { type Address, addressInside, readAddress } from './address.ts'
import { rejoined, withoutDamage } from './clean.ts'
import { findPubMedId, isIsbn, isOrcid, readArxivId, readPubMedId } from './identifiers.ts'
import type { OutsideId, Pasted } from './pasted.ts'
import { readByRule } from './publishers.ts'

/** Maximum length of a pasted identifier. */
const longest = 6_000

const words: Pasted = { kind: 'words' }
const asDoi = (doi: Doi): Pasted => ({ kind: 'doi', doi })
const asked = (ask: OutsideId): Pasted => ({ kind: 'ask-openalex', ask })

/**
 * Parses pasted text that should identify a paper: a DOI in any format or damaged, an arXiv or PubMed ID, a publisher's URL, an ISBN, or
 * words. A reference with one DOI is that DOI. Pure, in linear time.
 */
export const readPasted = (text: string): Pasted => {
  if (text.length > longest) return words
  const given = rejoined(withoutDamage(text))
  if (isIsbn(given)) return { kind: 'isbn' }
  if (isOrcid(given)) return { kind: 'orcid' }
  const arxiv = readArxivId(given)
  if (arxiv !== null) return asDoi(arxiv)
  const address = readAddress(given)
  if (address !== null) return ofAddress(address, given, 0)
  const doi = parseDoi(given)
  if (doi !== null) return asDoi(withoutArxivVersion(doi))
  const number = readPubMedId(given)
  if (number !== null) return asked(number)
  if (isShortDoi(given)) return { kind: 'unreadable-address', host: 'doi.org' }
  if (isBrokenDoi(given)) return { kind: 'broken-doi' }
  const named = findDois(given)
  const [only] = named
  if (only !== undefined) return named.length === 1 ? asDoi(withoutArxivVersion(only)) : words
  const mentioned = findPubMedId(given)
  return mentioned === null ? words : asked(mentioned)
}

/** `10/gf4gqc`: a shortDOI, which only doi.org can resolve. */
const isShortDoi = (text: string): boolean => /^(?:doi:)?\/?10\/[a-z\d]{2,10}$/i.test(text)

/** `10.1038/`, `10.99999999999/x`, where that is no DOI: one word with nothing else to search for. */
const isBrokenDoi = (text: string): boolean => /^(?:doi:)?10\.\d{4,}(?:\.\d+)*\/\S*$/i.test(text)

/** Only the paper has a DOI, not each of its versions. */
const withoutArxivVersion = (doi: Doi): Doi => doiFromText(doi.replace(/^(10\.48550\/arxiv\..*\d)v\d+$/, '$1')) ?? doi

const mostInside = 3

const ofAddress = (address: Address, given: string, depth: number): Pasted => {
  const { url, host } = address
  if (!/^https?:/.test(url.protocol)) return { kind: 'unreadable-address', host: host || url.protocol }
  const reading = readByRule(address)
  const sure = reading !== null && 'sure' in reading ? doiFromText(reading.sure) : null
  if (sure !== null) return asDoi(sure)
  const inner = depth < mostInside ? addressInside(address) : null
  if (inner !== null) return ofAddress(inner, inner.url.href, depth + 1)
  const number = pubMedAddress(address)
  if (number !== null) return asked(number)
  const doi = parseDoi(given) ?? doiInQuery(address) ?? arxivInside(address)
  if (doi !== null) return asDoi(withoutArxivVersion(doi))
  if (isHopeless(address)) return { kind: 'unreadable-address', host }
  const guess = reading !== null && 'guess' in reading ? doiFromText(reading.guess) : null
  return asked({ by: 'address', url: plainAddress(url), guess })
}

const doiInQuery = ({ query }: Address): Doi | null => {
  for (const value of query.values()) {
    const doi = parseDoi(value)
    if (doi !== null) return doi
  }
  return null
}

const arxivInside = ({ path }: Address): Doi | null => {
  const id = /[/:]arxiv[:./](\d{4}\.\d{4,5}|[a-z-]+\/\d{7})(?:v\d+)?(?:[/?]|$)/i.exec(path)?.[1]
  return id === undefined ? null : readArxivId(`arxiv:${id}`)
}

/** The addresses of PubMed, PubMed Central and Europe PMC. */
const pubMedAddress = ({ host, path }: Address): OutsideId | null => {
  if (!/(?:^|\.)(?:nih\.gov|pubmed\.gov|europepmc\.org)$/.test(host)) return null
  const pmc = /\/(?:articles?|PMC|reader|pmc)\/(?:PMC\/)?PMC(\d{3,9})(?:[./]|$)/i.exec(path)?.[1]
  if (pmc !== undefined) return { by: 'pmcid', id: `PMC${pmc}` }
  const pmid = /^\/(?:pubmed\/|(?:article|abstract)\/MED\/)?(\d{1,9})(?:\/|$)/i.exec(path)?.[1]
  return pmid === undefined ? null : { by: 'pmid', id: pmid }
}

const hopeless = new Set(
  'academia.edu amazon.com bing.com books.google.com doi.org duckduckgo.com facebook.com google.com linkedin.com localhost mendeley.com researchgate.net scholar.google.com semanticscholar.org twitter.com wikipedia.org x.com youtube.com'.split(
    ' ',
  ),
)

/** True if a URL cannot identify a paper: an unnamed host, a home page, or a site whose URLs no paper index contains. */
const isHopeless = ({ host, path, url }: Address): boolean => {
  if (url.port !== '' || /[\d\]]$/.test(host) || !host.includes('.')) return true
  if (path.replaceAll('/', '') === '' && url.search === '') return true
  for (let site = host; site.includes('.'); site = site.slice(site.indexOf('.') + 1))
    if (hopeless.has(site)) return true
  return false
}

/** Normalizes a URL as in indexes: without the fragment and tracking parameters. */
const plainAddress = (url: URL): string => {
  const plain = new URL(url)
  plain.hash = ''
  plain.username = ''
  plain.password = ''
  for (const name of [...plain.searchParams.keys()])
    if (/^(?:utm_|fbclid|gclid|via$|ref$)/i.test(name)) plain.searchParams.delete(name)
  return plain.href
}
