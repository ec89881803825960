import { findDois } from '../../../kit/doi/index.ts'
import { foldWords } from '../../../paper/works-index/index.ts'
import {
  arxivIn,
  createEntries,
  labelledPmidIn,
  type Reference,
  referenceOf,
  shortened,
  type Unread,
  UnreadableError,
} from './said.ts'
import { beginning, linesIn } from './text.ts'

type Piece = { line: number; text: string; end: number }

/** "[12]", "12.", "12)" and the like, before a reference. */
const numbering = /^\s*(?:\[(\d{1,4}|[A-Z][\w+-]{1,11})\]|\((\d{1,4})\)|(\d{1,4})[.)])\s+/

/** Lines with fewer words are headings or page numbers. */
const fewestWords = 4

/** A paper with three thousand authors takes some 60,000 characters, a line with 5,000 DOIs some 150,000. */
const longestPiece = 400_000
/** Characters of a reference examined for words. */
const longestStart = 1_000
const mostLines = 200_000

const heading =
  /^\s*(?:\d+\.?\s*)?(?:references?(?: (?:list|cited))?|bibliography|literature(?: cited)?|works cited|literatur(?:verzeichnis)?|bibliograf[ií]a|références|bibliographie)\s*(?::\s*)?$/i
const longestHeading = 100

/**
 * Parses a plain list: one reference per line, or separated by blank lines or numbers if they wrap. In a whole document, uses the text
 * after the last reference heading.
 */
export const readPlainText = (text: string): { references: Reference[]; unread: Unread[] } => {
  const { references, unread, add, skip } = createEntries()
  for (const { line, text: piece, end } of piecesOf(text)) {
    if (piece.length > longestPiece)
      throw new UnreadableError(
        `The reference in line ${line} is longer than ${longestPiece.toLocaleString('en-US')} characters: put each reference on a line of its own.`,
      )
    const number = numbering.exec(piece)
    const input = piece.slice(number?.[0].length ?? 0)
    const dois = findDois(input)
    const arxiv = /arxiv/i.test(input) ? arxivIn(input) : null
    const pmid = labelledPmidIn(input)
    const isNamed = dois.length > 0 || arxiv !== null || pmid !== null
    if (!isNamed && foldWords(beginning(input, longestStart)).length < fewestWords) {
      skip({ line, text: shortened(piece), why: 'It has too few words to be a reference.' })
      continue
    }
    const key = number?.[1] ?? number?.[2] ?? number?.[3] ?? null
    // Several DOIs on a line are several papers.
    for (const doi of dois.length === 0 ? [null] : dois)
      add(
        referenceOf({
          key,
          line,
          end,
          input,
          doi,
          arxiv: doi === null ? arxiv : null,
          pmid: dois.length > 1 ? null : pmid,
          // With several papers on a line, the words of each are unknown.
          isProse: dois.length <= 1,
        }),
      )
  }
  return { references, unread }
}

const piecesOf = (text: string): Piece[] => {
  const lines = linesOf(text)
  const last = lines.findLastIndex(({ text }) => text.length <= longestHeading && heading.test(text))
  const listed = lines.slice(last + 1)
  const filled = listed.filter(({ text }) => text.trim() !== '')
  const numbered = filled.filter(({ text }) => numbering.test(text)).length
  if (numbered >= 2) return grouped(listed, ({ text }) => numbering.test(text))
  if (isWrapped(listed)) return grouped(listed, (_, before) => before === undefined || before.text.trim() === '')
  return filled
}

const linesOf = (text: string): Piece[] => {
  const lines: Piece[] = []
  for (const { line, start, text: content } of linesIn(text)) {
    if (line > mostLines)
      throw new UnreadableError(
        `This text has more than ${mostLines.toLocaleString('en-US')} lines: send only its list of references.`,
      )
    lines.push({ line, text: content, end: start + content.length })
  }
  return lines
}

/** True if blank lines separate multi-line references: some lines continue the previous one. */
const isWrapped = (lines: readonly Piece[]): boolean => {
  const isEmpty = ({ text }: Piece): boolean => text.trim() === ''
  const first = lines.findIndex(line => !isEmpty(line))
  const hasGaps = lines
    .slice(
      first,
      lines.findLastIndex(line => !isEmpty(line)),
    )
    .some(isEmpty)
  return hasGaps && lines.some((line, at) => at > 0 && !isEmpty(lines[at - 1] ?? line) && goesOn.test(line.text))
}

/** A line that begins in the middle of a reference. */
const goesOn = /^\s*(?:\p{Ll}|\d{1,4}[-–(:])/u

/** Lines put together, each group from a line that begins one on. */
const grouped = (lines: readonly Piece[], begins: (line: Piece, before: Piece | undefined) => boolean): Piece[] => {
  const pieces: (Piece & { parts: string[] })[] = []
  for (const [index, line] of lines.entries()) {
    if (line.text.trim() === '') continue
    const last = pieces.at(-1)
    if (last === undefined || begins(line, lines[index - 1])) pieces.push({ ...line, parts: [line.text] })
    else {
      // A word parted at the end of its line is one word; so is a DOI.
      const isParted = '-/_'.includes(last.parts.at(-1)?.at(-1) ?? ' ')
      last.parts.push(isParted ? '' : ' ', line.text.trim())
      last.end = line.end
    }
  }
  return pieces.map(({ line, end, parts }) => ({ line, end, text: parts.join('') }))
}
