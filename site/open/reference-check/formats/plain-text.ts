import { findDois } from '../../../kit/doi/index.ts'
import { foldWords } from '../../../paper/works-index/index.ts'
import { type Reference, referenceOf, shortened, type Unread } from './reference.ts'
import { arxivIn } from './said.ts'

type Piece = { line: number; text: string; end: number }

/** "[12]", "12.", "12)" and the like, before a reference. */
const numbering = /^\s*(?:\[(\d{1,4}|[A-Z][\w+-]{1,11})\]|\((\d{1,4})\)|(\d{1,4})[.)])\s+/

/** Fewer words than these are a heading, or a page's number. */
const fewestWords = 4

/** What heads a list of references in a document. */
const heading =
  /^\s*(?:\d+\.?\s*)?(?:references?(?: (?:list|cited))?|bibliography|literature(?: cited)?|works cited|literatur(?:verzeichnis)?|bibliograf[ií]a|références|bibliographie)\s*:?\s*$/i

/**
 * References of a plain list: one a line, or parted by empty lines or numbers where they run over several. Of a whole document those after the last
 * heading that says so.
 */
export const readPlainText = (text: string): { references: Reference[]; unread: Unread[] } => {
  const references: Reference[] = []
  const unread: Unread[] = []
  for (const { line, text: piece, end } of piecesOf(text)) {
    const number = numbering.exec(piece)
    const input = piece.slice(number?.[0].length ?? 0)
    const dois = findDois(input)
    const arxiv = /arxiv/i.test(input) ? arxivIn(input) : null
    const pmid = /\bPMID\s*[:=]?\s*(\d{1,9})\b/i.exec(input)?.[1] ?? null
    const isNamed = dois.length > 0 || arxiv !== null || pmid !== null
    if (!isNamed && foldWords(input).length < fewestWords) {
      unread.push({ line, text: shortened(piece), why: 'It has too few words to be a reference.' })
      continue
    }
    const key = number?.[1] ?? number?.[2] ?? number?.[3] ?? null
    // Several DOIs on a line are several papers.
    for (const doi of dois.length === 0 ? [null] : dois)
      references.push(
        referenceOf({
          key,
          line,
          end,
          input,
          doi,
          arxiv: doi === null ? arxiv : null,
          pmid: dois.length > 1 ? null : pmid,
          // Of several papers on a line nobody knows which words are whose.
          isProse: dois.length <= 1,
        }),
      )
  }
  return { references, unread }
}

const piecesOf = (text: string): Piece[] => {
  const lines = linesOf(text)
  const last = lines.findLastIndex(({ text }) => heading.test(text))
  const listed = lines.slice(last + 1)
  const filled = listed.filter(({ text }) => text.trim() !== '')
  const numbered = filled.filter(({ text }) => numbering.test(text)).length
  if (numbered >= 2) return grouped(listed, ({ text }) => numbering.test(text))
  if (isWrapped(listed)) return grouped(listed, (_, before) => before === undefined || before.text.trim() === '')
  return filled
}

const linesOf = (text: string): Piece[] => {
  let end = -1
  return text.split('\n').map((line, index) => {
    end += line.length + 1
    return { line: index + 1, text: line.replace(/\r$/, ''), end: end - (line.endsWith('\r') ? 1 : 0) }
  })
}

/** Whether empty lines part references that run over several lines each: some lines go on with what stands above. */
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
  const pieces: Piece[] = []
  for (const [index, line] of lines.entries()) {
    if (line.text.trim() === '') continue
    const last = pieces.at(-1)
    if (last === undefined || begins(line, lines[index - 1])) pieces.push({ ...line })
    else {
      // A word parted at the end of its line is one word; so is a DOI.
      last.text = `${last.text}${'-/_'.includes(last.text.at(-1) ?? ' ') ? '' : ' '}${line.text.trim()}`
      last.end = line.end
    }
  }
  return pieces
}
