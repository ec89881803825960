import { arxivDoi, type Doi } from '../doi.ts'
import type { OutsideId } from './pasted.ts'

const firstArxivMonth = 704
const fiveDigitsSince = 1501

/**
 * The DOI of an arXiv identifier that stands alone (`2101.00001v2`, `hep-th/9901001`, `arXiv:2101.00001 [cs.CL]`), or null. A
 * number without a label must be one that arXiv gives out: a month from April 2007 on, and as many digits as that month had.
 */
export const readArxivId = (text: string): Doi | null => {
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
export const readPubMedId = (text: string): OutsideId | null => {
  const pmc = /^(?:pmc\s?id\s*[:=]?\s*)?pmc\s?(\d{3,9})(?:\.\d{1,2})?$/i.exec(text)?.[1]
  if (pmc !== undefined) return { by: 'pmcid', id: `PMC${pmc}` }
  const pmid = /^(?:pmid\s*[:=]?\s*(\d{1,9})|(\d{7,8}))\.?$/i.exec(text)
  const id = pmid?.[1] ?? pmid?.[2]
  return id === undefined ? null : { by: 'pmid', id }
}

/** The one number of PubMed or PubMed Central that a reference names by its label, or null. */
export const findPubMedId = (text: string): OutsideId | null => {
  const pmid = /\bPMID\s*[:=]\s*(\d{1,9})\b/i.exec(text)?.[1]
  if (pmid !== undefined) return { by: 'pmid', id: pmid }
  const pmc = /\bPMCID\s*[:=]\s*PMC(\d{3,9})\b/i.exec(text)?.[1]
  return pmc === undefined ? null : { by: 'pmcid', id: `PMC${pmc}` }
}

/** True for an ISBN: labeled as one, or with a valid check digit. */
export const isIsbn = (text: string): boolean => {
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
export const isOrcid = (text: string): boolean => {
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
