import type { Format } from './reference.ts'
import { UnreadableError } from './reference.ts'

/** @throws UnreadableError for files of which we know what they are, and that we do not read. */
export const refuseOtherFiles = (bytes: Uint8Array): void => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 8))
  if (start.startsWith('%PDF'))
    throw new UnreadableError(
      'This is a PDF: copy its list of references and paste it, or export the bibliography from the program that keeps it.',
    )
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new UnreadableError('This is packed by gzip: unpack it, and send it again.')
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0'))
    throw new UnreadableError('This is a document of an older Word: save it as .docx, or paste its list of references.')
}

/**
 * Text in UTF-8; in UTF-16 where the file says so, and in the code page of older programs where it is no UTF-8. Lines that end as on old Macs end as
 * everywhere.
 */
export const decodeText = (bytes: Uint8Array): string => decoded(bytes).replace(/\r(?!\n)/g, '\n')

const decoded = (bytes: Uint8Array): string => {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

type TextFormat = Exclude<Format, 'docx' | 'odt'>

/** The format of a text, by what every text of it has. What is none of the others is a plain list. */
export const formatOfText = (text: string): TextFormat => {
  const start = text.trimStart()
  if (/^(?:\[\s*[{\]]|\{\s*")/.test(start)) return 'csl-json'
  if (start.startsWith('<') && /<record[\s>]/.test(start)) return 'endnote-xml'
  if (/^\ufeff?TY {1,2}- /m.test(text)) return 'ris'
  if (/^\ufeff?PMID ?- ?\d/m.test(text)) return 'nbib'
  return /^[ \t]*@\s*[a-z]+\s*[{(]/im.test(text) ? 'bibtex' : 'plain'
}
