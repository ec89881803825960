import { strFromU8, type UnzipFileInfo, unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { UnreadableError } from './reference.ts'

/** So much of a document is unpacked, in bytes: the text of a book is far below it, and a file made to grow stops here. */
const mostUnpacked = 30_000_000

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
    // Beside the text stand the instructions of fields, which nobody sees.
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

/** Whether these bytes are a ZIP file, as documents of Word and LibreOffice are. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3

/** The paragraphs of a document, each a line. @throws UnreadableError for other files, and for those that grow too large. */
export const readOffice = (bytes: Uint8Array): { format: 'docx' | 'odt'; text: string } => {
  const files = unzipped(bytes)
  for (const kind of kinds) {
    const parts = kind.parts.flatMap(name => files[name] ?? [])
    if (parts.length === 0) continue
    return { format: kind.format, text: parts.map(part => paragraphsOf(strFromU8(part), kind)).join('\n') }
  }
  throw new UnreadableError('This file is neither a Word document (.docx) nor an OpenDocument text (.odt).')
}

const wanted = new Set(kinds.flatMap(({ parts }) => parts))

const unzipped = (bytes: Uint8Array): Record<string, Uint8Array> => {
  let size = 0
  const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
    if (!wanted.has(name)) return false
    size += originalSize
    if (size > mostUnpacked)
      throw new UnreadableError('This document is too large once it is unpacked: paste its list of references.')
    return true
  }
  try {
    return unzipSync(bytes, { filter })
  } catch (cause) {
    if (cause instanceof UnreadableError) throw cause
    throw new UnreadableError(
      'This document cannot be unpacked: it may be damaged. Save it again, or paste its list of references.',
      { cause },
    )
  }
}

const paragraphsOf = (xml: string, { paragraphs, texts, signs }: Kind): string => {
  const lines: string[] = []
  let line = ''
  /** How many paragraphs, and elements of text, are open. */
  let inParagraph = 0
  let inText = 0
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    if (paragraphs.has(name)) inParagraph++
    if (texts?.has(name)) inText++
    if (inParagraph > 0) line += signs[name] ?? ''
  })
  parser.on('text', text => {
    if (inParagraph > 0 && (texts === null || inText > 0)) line += text
  })
  parser.on('closetag', ({ name }) => {
    if (texts?.has(name)) inText--
    if (!paragraphs.has(name)) return
    inParagraph--
    lines.push(line.replace(/\s+/g, ' ').trim())
    line = ''
  })
  parser.on('error', cause => {
    throw new UnreadableError(
      'The text inside this document cannot be read: it may be damaged. Paste its list of references.',
      { cause },
    )
  })
  parser.write(xml).close()
  return lines.join('\n')
}
