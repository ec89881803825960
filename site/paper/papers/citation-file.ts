import type { CiteFormat } from '../../kit/doi/index.ts'

/** An item of CSL-JSON (citeproc 1.0), as far as we fill it. The other formats are made from it. */
export type CslItem = {
  id: string
  type: string
  DOI?: string
  URL: string
  title?: string
  author?: ({ family: string; given?: string; ORCID?: string } | { literal: string; ORCID?: string })[]
  'container-title'?: string
  publisher?: string
  number?: string
  issued?: { 'date-parts': [[number] | [number, number, number]] }
  /** The publication status: "retracted". */
  status?: string
  note?: string
}

export type Citation = { body: string; contentType: string; filename: string }

type Options = {
  /** File name without extension. */
  name: string
  /** Status of the work as a message; CSL-JSON and RIS include it as the item's note. */
  note: string | null
  /** There are more authors than the item names. */
  authorsTruncated?: boolean
}

/** A CSL item as a file to download. */
export const citationFile = (
  item: CslItem,
  format: CiteFormat,
  { name, note, authorsTruncated = false }: Options,
): Citation => {
  switch (format) {
    case 'bibtex':
      return {
        body: bibtex(item, authorsTruncated, note),
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
    ['institution', item.publisher && texText(item.publisher)],
    ['number', item.number && texText(item.number)],
    ['doi', item.DOI && texVerbatim(item.DOI)],
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
  return `${ascii(family)}${yearOf(item) ?? ''}${ascii(word)}` || ascii(item.DOI ?? item.id)
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
    ['PB', item.publisher],
    ['M1', item.number],
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
