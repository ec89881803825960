import { arxivDoi, type Doi, doiFromText, findDois, parseDoi } from '../doi.ts'
import { type Address, addressInside, readAddress } from './address.ts'
import { rejoined, withoutDamage } from './clean.ts'
import { readByRule } from './publishers.ts'

/** Identifiers that OpenAlex can resolve to a DOI. */
export type OutsideId =
  /** `id` is PubMed's number, in digits. */
  | { by: 'pmid'; id: string }
  /** `id` is PubMed Central's number, such as `PMC1182327`. */
  | { by: 'pmcid'; id: string }
  /** The address of a paper's page; `guess` is the DOI that it would have by its publisher's habit, if it has that one. */
  | { by: 'address'; url: string; guess: Doi | null }

/** Parsed input where a paper is expected. */
export type Pasted =
  | { kind: 'doi'; doi: Doi }
  /** An identifier that only an external service can resolve to a DOI. */
  | { kind: 'ask-openalex'; ask: OutsideId }
  | { kind: 'isbn' }
  /** The number of a person (ORCID iD). */
  | { kind: 'orcid' }
  /** Starts like a DOI but is invalid. */
  | { kind: 'broken-doi' }
  /** A URL that cannot identify a paper; `host` is for the error message. */
  | { kind: 'unreadable-address'; host: string }
  /** Anything else: to be searched. */
  | { kind: 'words' }

const firstArxivMonth = 704
const fiveDigitsSince = 1501

/**
 * The DOI of an arXiv identifier that stands alone (`2101.00001v2`, `hep-th/9901001`, `arXiv:2101.00001 [cs.CL]`), or null. A
 * number without a label must be one that arXiv gives out: a month from April 2007 on, and as many digits as that month had.
 */
const readArxivId = (text: string): Doi | null => {
  const [, labelled, id = ''] = /^(arxiv\s*[:/ ]\s*(?:abs\/)?)?([^\s[\]]+)(?:\s*\[[\w.-]+\])?$/i.exec(text) ?? []
  if (labelled === undefined && !isGivenOut(id)) return null
  return arxivDoi(id)
}

const isGivenOut = (id: string): boolean => {
  const [, month = '', number = ''] = /^(\d{4})\.(\d{4,5})(?:v\d+)?$/.exec(id) ?? []
  if (month !== '') {
    const monthOfYear = Number(month.slice(2))
    if (monthOfYear < 1 || monthOfYear > 12 || Number(month) < firstArxivMonth) return false
    return number.length === (Number(month) >= fiveDigitsSince ? 5 : 4)
  }
  return oldArchives.has(/^([a-z-]+)(?:\.[a-z]{2})?\/\d{7}(?:v\d+)?$/i.exec(id)?.[1]?.toLowerCase() ?? '')
}

/** The archives that numbered papers by themselves, until March 2007. */
const oldArchives: ReadonlySet<string> = new Set(
  'acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs dg-ga funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol physics plasm-ph q-alg q-bio quant-ph solv-int supr-con'.split(
    ' ',
  ),
)

/** PubMed's number (`PMID: 23903654`, or seven or eight digits alone) or PubMed Central's (`PMC3767144`), or null. */
const readPubMedId = (text: string): OutsideId | null => {
  const pmc = /^(?:pmc\s?id\s*[:=]?\s*)?pmc\s?(\d{3,9})(?:\.\d{1,2})?$/i.exec(text)?.[1]
  if (pmc !== undefined) return { by: 'pmcid', id: `PMC${pmc}` }
  const pmid = /^(?:pmid\s*[:=]?\s*(\d{1,9})|(\d{7,8}))\.?$/i.exec(text)
  const id = pmid?.[1] ?? pmid?.[2]
  return id === undefined ? null : { by: 'pmid', id }
}

/** The one number of PubMed or PubMed Central that a reference names by its label, or null. */
const findPubMedId = (text: string): OutsideId | null => {
  const pmid = /\bPMID\s*[:=]\s*(\d{1,9})\b/i.exec(text)?.[1]
  if (pmid !== undefined) return { by: 'pmid', id: pmid }
  const pmc = /\bPMCID\s*[:=]\s*PMC(\d{3,9})\b/i.exec(text)?.[1]
  return pmc === undefined ? null : { by: 'pmcid', id: `PMC${pmc}` }
}

/** True for an ISBN: labeled as one, or with a valid check digit. */
const isIsbn = (text: string): boolean => {
  const [, labelled, number = ''] =
    /^((?:urn:)?isbn(?:-?1[03])?\s*[:=]?\s*)?([\d][\d\s-]{8,16}[\dx])$/i.exec(text) ?? []
  const digits = number.replace(/[\s-]/g, '').toLowerCase()
  if (!/^(?:97[89]\d{10}|\d{9}[\dx])$/.test(digits)) return false
  return labelled !== undefined || hasCheckDigit(digits)
}

const hasCheckDigit = (digits: string): boolean => {
  const values = [...digits].map(digit => (digit === 'x' ? 10 : Number(digit)))
  const sum = (weight: (at: number) => number) => values.reduce((total, value, at) => total + value * weight(at), 0)
  return digits.length === 13 ? sum(at => (at % 2 === 0 ? 1 : 3)) % 10 === 0 : sum(at => 10 - at) % 11 === 0
}

/** True for an ORCID iD, with or without its URL; the check digit (ISO 7064) must be valid. */
const isOrcid = (text: string): boolean => {
  const [, id = ''] =
    /^(?:(?:https?:\/\/)?(?:www\.)?orcid\.org\/|orcid(?:\s*id)?\s*:?\s*)?(\d{4}-\d{4}-\d{4}-\d{3}[\dx])\/?$/i.exec(
      text,
    ) ?? []
  const digits = id.replaceAll('-', '')
  let sum = 0
  for (const digit of digits.slice(0, -1)) sum = (sum + Number(digit)) * 2
  const check = (12 - (sum % 11)) % 11
  return digits.at(-1)?.toLowerCase() === (check === 10 ? 'x' : String(check))
}

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
