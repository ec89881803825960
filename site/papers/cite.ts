import { type CiteFormat, type Doi, doiUrl } from '../doi/index.ts'
import { type Status, statusNote, statusWords } from '../known/index.ts'
import type { PaperFacts } from './facts.ts'

/** An item of CSL-JSON (citeproc 1.0), as far as we fill it. The other formats are made from it. */
export type CslItem = {
  id: string
  type: string
  DOI: string
  URL: string
  title?: string
  author?: ({ family: string; given?: string; ORCID?: string } | { literal: string; ORCID?: string })[]
  'container-title'?: string
  issued?: { 'date-parts': [[number]] }
  /** The publication status: "retracted". */
  status?: string
  note?: string
}

export type Citation = { body: string; contentType: string; filename: string }

/** The citation of a paper as a file to download, with what is known about it as a note. What we do not know is left out. */
export const cite = (doi: Doi, facts: PaperFacts | null, status: Status, format: CiteFormat): Citation => {
  const item = cslItem(doi, facts, status)
  const name = doi
    .replace(/[^a-z0-9.-]+/g, '_')
    .replace(/^[.-]+|(?<![._-])[._-]+$/g, '')
    .slice(0, 100)
  switch (format) {
    case 'bibtex':
      return {
        body: bibtex(item, facts?.authorsTruncated ?? false, statusNote(status)),
        contentType: 'application/x-bibtex; charset=utf-8',
        filename: `${name}.bib`,
      }
    case 'ris':
      return {
        body: ris(item),
        contentType: 'application/x-research-info-systems; charset=utf-8',
        filename: `${name}.ris`,
      }
    case 'csl-json':
      return {
        body: `${JSON.stringify([item], null, 2)}\n`,
        contentType: 'application/vnd.citationstyles.csl+json',
        filename: `${name}.json`,
      }
  }
}

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

const cslName = ({ name, orcid }: PaperFacts['authors'][number]): NonNullable<CslItem['author']>[number] => {
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

const nameOf = (author: NonNullable<CslItem['author']>[number]): { text: string; whole: boolean } =>
  'literal' in author
    ? { text: author.literal, whole: true }
    : { text: author.given === undefined ? author.family : `${author.family}, ${author.given}`, whole: false }

const yearOf = (item: CslItem): number | undefined => item.issued?.['date-parts'][0][0]

const bibtexTypes: Readonly<Record<string, string>> = {
  'article-journal': 'article',
  article: 'misc',
  book: 'book',
  chapter: 'incollection',
  'paper-conference': 'inproceedings',
  thesis: 'phdthesis',
  report: 'techreport',
}

/** One BibTeX entry. The title is in two pairs of braces so that no style changes its capitals. */
const bibtex = (item: CslItem, authorsTruncated: boolean, note: string | null): string => {
  const type = bibtexTypes[item.type] ?? 'misc'
  const container =
    {
      article: 'journal',
      incollection: 'booktitle',
      inproceedings: 'booktitle',
      phdthesis: 'school',
      techreport: 'institution',
    }[type] ?? 'howpublished'
  const authors = item.author?.map(author => {
    const { text, whole } = nameOf(author)
    return whole || / and /i.test(text) ? `{${texText(text)}}` : texText(text)
  })
  const fields: [string, string | undefined][] = [
    ['title', item.title && `{${texText(item.title)}}`],
    // BibTeX's own word for the authors left out.
    ['author', authors && [...authors, ...(authorsTruncated ? ['others'] : [])].join(' and ')],
    [container, item['container-title'] && texText(item['container-title'])],
    ['year', yearOf(item)?.toString()],
    ['doi', texVerbatim(item.DOI)],
    ['url', texVerbatim(item.URL)],
    ['note', note === null ? undefined : texText(note)],
  ]
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = {${value}}`]))
  return `@${type}{${bibtexKey(item)},\n${lines.join(',\n')}\n}\n`
}

const texEscapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '%': '\\%',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

/** Text as TeX sets it: its ten special characters escaped; a brace that has no partner would end the field, so that braces become symbols. */
const texText = (text: string): string =>
  oneLine(text).replace(/[\\{}$&%#_~^]/g, character =>
    character === '{' ? '\\textbraceleft{}' : character === '}' ? '\\textbraceright{}' : (texEscapes[character] ?? ''),
  )

/** DOIs and URLs are taken as they are by the packages that set them; only braces and the comment sign would break the entry. */
const texVerbatim = (text: string): string =>
  text.replace(/[{}%\\]/g, character => `\\${character === '\\' ? 'textbackslash{}' : character}`)

/** `kahneman1979prospect`: family name, year, first longer word of the title; ASCII letters and digits only. */
const bibtexKey = (item: CslItem): string => {
  const first = item.author?.[0]
  const family = first === undefined ? '' : 'literal' in first ? (first.literal.split(/\s+/)[0] ?? '') : first.family
  const word = item.title?.split(/\s+/).find(part => ascii(part).length > 3) ?? ''
  return `${ascii(family)}${yearOf(item) ?? ''}${ascii(word)}` || ascii(item.DOI)
}

const ascii = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const risTypes: Readonly<Record<string, string>> = {
  'article-journal': 'JOUR',
  article: 'UNPB',
  book: 'BOOK',
  chapter: 'CHAP',
  'paper-conference': 'CONF',
  thesis: 'THES',
  report: 'RPRT',
  dataset: 'DATA',
  software: 'COMP',
  standard: 'STAND',
  entry: 'ENCYC',
}

/** One RIS record: a tag, two spaces, a hyphen, a space, one line; CR LF at the end of each, as the format wants. */
const ris = (item: CslItem): string => {
  const tags: [string, string | undefined][] = [
    ['TY', risTypes[item.type] ?? 'GEN'],
    ...(item.author ?? []).map((author): [string, string] => ['AU', nameOf(author).text]),
    ['TI', item.title],
    [item.type === 'article-journal' ? 'JO' : 'T2', item['container-title']],
    ['PY', yearOf(item)?.toString()],
    ['DO', item.DOI],
    ['UR', item.URL],
    ['N1', item.note],
  ]
  const lines = tags.flatMap(([tag, value]) => (value === undefined ? [] : [`${tag}  - ${oneLine(value)}`]))
  return `${[...lines, 'ER  - '].join('\r\n')}\r\n`
}

/** A line break would begin a new field. */
const oneLine = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what it must find.
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
}
