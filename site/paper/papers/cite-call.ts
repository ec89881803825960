import { HttpProblem } from '@corroborate/server-kit/http'
import { type CiteFormat, type Doi, doiUrl } from '../../kit/doi/index.ts'
import { nothingKnown, type Status, statusNote, statusWords } from '../known/index.ts'
import { type Citation, type CslItem, citationFile } from './citation-file.ts'
import type { PaperFacts } from './facts-store.ts'
import type { FindFacts } from './find-facts.ts'
import type { ReadStatuses } from './statuses.ts'

/** Creates a paper's citation file with its status as a note. Omits unknown fields. */
export const cite = (doi: Doi, facts: PaperFacts | null, status: Status, format: CiteFormat): Citation =>
  citationFile(cslItem(doi, facts, status), format, {
    name: doi
      .replace(/[^a-z0-9.-]+/g, '_')
      .replace(/(?<![._-])[._-]+$/, '')
      .slice(0, 100),
    note: statusNote(status),
    authorsTruncated: facts?.authorsTruncated ?? false,
  })

/** Facts → CSL-JSON. `status` is CSL's own field, in which citation styles look for "retracted". */
export const cslItem = (doi: Doi, facts: PaperFacts | null, status: Status): CslItem => {
  const { word } = statusWords(status)
  const notes = [statusNote(status), authorsNote(facts)].filter(note => note !== null)
  return {
    id: doiUrl(doi),
    type: cslTypes[facts?.type ?? ''] ?? 'article-journal',
    DOI: doi,
    URL: doiUrl(doi),
    ...(facts?.title != null && { title: facts.title }),
    ...(facts !== null && facts.authors.length > 0 && { author: facts.authors.map(cslName) }),
    ...(facts?.journal != null && { 'container-title': facts.journal }),
    ...(facts?.year != null && { issued: { 'date-parts': [[facts.year]] } }),
    ...(word !== null && { status: word.toLowerCase() }),
    ...(notes.length > 0 && { note: notes.join(' ') }),
  }
}

/** Neither CSL-JSON nor RIS can say "and others". */
const authorsNote = (facts: PaperFacts | null): string | null =>
  facts?.authorsTruncated && facts.authors.length > 0
    ? `Only the first ${facts.authors.length} authors are named here.`
    : null

const cslTypes: Readonly<Record<string, string>> = {
  preprint: 'article',
  'posted-content': 'article',
  book: 'book',
  monograph: 'book',
  'edited-book': 'book',
  'reference-book': 'book',
  'book-chapter': 'chapter',
  'book-part': 'chapter',
  'book-section': 'chapter',
  'proceedings-article': 'paper-conference',
  'conference-paper': 'paper-conference',
  dissertation: 'thesis',
  report: 'report',
  dataset: 'dataset',
  software: 'software',
  standard: 'standard',
  'peer-review': 'review',
  'reference-entry': 'entry',
}

// Sources give names as printed. The last word is the family name, with the particles before it; groups and names in other orders
// than given–family stay whole.
const particles =
  /^(?:al|af|ben|bin|da|das|de|degli|dei|del|della|den|der|des|di|do|dos|du|el|ibn|la|le|ten|ter|van|vande|vander|von|vom|zu|zum|zur)$/u
const groupWords =
  /\b(?:association|center|centre|collaboration|committee|consortium|council|department|foundation|group|institute|international|investigators|network|office|organization|organisation|project|society|study|team|trial|university|working)\b|&/i
const suffix = /^(?:jr\.?|sr\.?|ii|iii|iv)$/i

/** A name as printed → an author of CSL. */
export const cslName = ({ name, orcid }: PaperFacts['authors'][number]): NonNullable<CslItem['author']>[number] => {
  const withOrcid = orcid === null ? {} : { ORCID: `https://orcid.org/${orcid}` }
  const [family, given] = name.split(/\s*,\s*/, 2)
  if (family !== undefined && given !== undefined && given !== '' && !groupWords.test(name))
    return { family, given, ...withOrcid }
  const words = name.split(/\s+/)
  if (
    words.length < 2 ||
    words.length > 7 ||
    groupWords.test(name) ||
    /^the\s/i.test(name) ||
    !/\p{Script=Latin}/u.test(name)
  )
    return { literal: name, ...withOrcid }
  let start = words.length - 1
  if (suffix.test(words[start] ?? '') && start > 1) start -= 1
  while (start > 1 && particles.test(words[start - 1] ?? '')) start -= 1
  return { family: words.slice(start).join(' '), given: words.slice(0, start).join(' '), ...withOrcid }
}

const formats: ReadonlySet<string> = new Set<CiteFormat>(['bibtex', 'ris', 'csl-json'])

/**
 * GET /{doi}/cite/{format}: citation download.
 * @throws HttpProblem for an unknown format, while the metadata is unavailable, and if the client exceeded the rate limit
 */
export const createCiteCall =
  ({
    facts,
    statuses,
  }: {
    facts: FindFacts
    statuses: ReadStatuses
  }): ((doi: Doi, format: string, address: string) => Promise<Response>) =>
  async (doi, format, address) => {
    if (!formats.has(format)) throw new HttpProblem(404, 'Citations come as bibtex, ris or csl-json.')
    const answer = await facts.find(doi, address)
    if (answer.kind === 'unavailable') {
      if (answer.retryAfter !== undefined) throw new HttpProblem(429, tooMany, { retryAfter: answer.retryAfter })
      const sentence = 'No source has responded for this paper yet. Try again in a minute.'
      throw new HttpProblem(503, sentence, { retryAfter: 60 })
    }
    const found = answer.kind === 'found' ? answer.facts : null
    const status = (await statuses([doi])).get(doi) ?? nothingKnown
    return asDownload(cite(doi, found, status, format as CiteFormat))
  }

const tooMany = 'You have requested many unknown papers. Try again in a few minutes.'

/** A citation as an answer that browsers save. */
export const asDownload = ({ body, contentType, filename }: Citation): Response =>
  new Response(body, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'public, max-age=300',
    },
  })
