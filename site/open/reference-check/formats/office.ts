import { UnreadableError } from './said.ts'
import { readXml, XmlError } from './xml.ts'
import { unzip, ZipError } from './zip.ts'

/** Bytes of a document that are unpacked: a dissertation of 500 pages has half of it. */
const mostUnpacked = 12_000_000
const mostParagraphs = 200_000

type Kind = {
  format: 'docx' | 'odt'
  /** The parts that hold text, in the order in which they are read. */
  parts: readonly string[]
  /** Elements that are a paragraph, hold its text, or stand for one sign. */
  paragraphs: ReadonlySet<string>
  texts: ReadonlySet<string> | null
  signs: Readonly<Record<string, string>>
}

const kinds: readonly Kind[] = [
  {
    format: 'docx',
    parts: ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml'],
    paragraphs: new Set(['w:p']),
    // Excludes invisible field instructions.
    texts: new Set(['w:t']),
    signs: { 'w:tab': ' ', 'w:br': ' ', 'w:noBreakHyphen': '-' },
  },
  {
    format: 'odt',
    parts: ['content.xml'],
    paragraphs: new Set(['text:p', 'text:h']),
    texts: null,
    signs: { 'text:s': ' ', 'text:tab': ' ', 'text:line-break': ' ' },
  },
]

/** True if the bytes are a ZIP file, such as a Word or LibreOffice document. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3

/** The paragraphs of a document, each a line. @throws UnreadableError for other files, and for those that grow too large. */
export const readOffice = (bytes: Uint8Array): { format: 'docx' | 'odt'; text: string } => {
  const files = unzipped(bytes)
  for (const kind of kinds) {
    const parts = kind.parts.flatMap(name => files.get(name) ?? [])
    if (parts.length === 0) continue
    return { format: kind.format, text: textOf(parts, kind) }
  }
  throw new UnreadableError('This file is neither a Word document (.docx) nor an OpenDocument text (.odt).')
}

const textOf = (parts: readonly Buffer[], kind: Kind): string => {
  try {
    return parts.map(part => paragraphsOf(part.toString('utf8'), kind)).join('\n')
  } catch (cause) {
    if (!(cause instanceof XmlError)) throw cause
    throw new UnreadableError(
      'The text inside this document cannot be read: it may be damaged. Paste its list of references.',
      { cause },
    )
  }
}

const wanted = new Set(kinds.flatMap(({ parts }) => parts))

const unzipped = (bytes: Uint8Array): Map<string, Buffer> => {
  try {
    return unzip(bytes, wanted, mostUnpacked)
  } catch (cause) {
    if (!(cause instanceof ZipError)) throw cause
    throw new UnreadableError(
      cause.reason === 'too-large'
        ? 'This document is too large once it is unpacked: paste its list of references.'
        : 'This document cannot be unpacked: it may be damaged. Save it again, or paste its list of references.',
      { cause },
    )
  }
}

const paragraphsOf = (xml: string, { paragraphs, texts, signs }: Kind): string => {
  const lines: string[] = []
  let line: string[] = []
  /** Number of open paragraphs and text elements. */
  let inParagraph = 0
  let inText = 0
  readXml(xml, {
    open: name => {
      if (paragraphs.has(name)) inParagraph++
      if (texts?.has(name)) inText++
      const sign = signs[name]
      if (inParagraph > 0 && sign !== undefined && line.at(-1) !== sign) line.push(sign)
    },
    text: text => {
      if (inParagraph > 0 && (texts === null || inText > 0)) line.push(text)
    },
    close: name => {
      if (texts?.has(name)) inText--
      if (!paragraphs.has(name)) return
      inParagraph--
      lines.push(line.join('').replace(/\s+/g, ' ').trim())
      line = []
      if (lines.length > mostParagraphs)
        throw new UnreadableError('This document has more than 200,000 paragraphs: paste its list of references.')
    },
  })
  return lines.join('\n')
}
