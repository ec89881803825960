import { type Format, UnreadableError } from './said.ts'

/** @throws UnreadableError for recognized but unsupported file types */
export const rejectUnsupportedFiles = (bytes: Uint8Array): void => {
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

/** Decodes UTF-8, UTF-16 with a BOM, or the legacy code page if it is not valid UTF-8. Normalizes classic Mac line endings. */
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

/** Detects the format by its required syntax; falls back to a plain list. */
export const formatOfText = (text: string): TextFormat => {
  const start = text.trimStart()
  if (/^(?:\[\s*[{\]]|\{\s*")/.test(start)) return 'csl-json'
  if (start.startsWith('<') && /<record[\s>]/.test(start)) return 'endnote-xml'
  if (/^\ufeff?TY {1,2}- /m.test(text)) return 'ris'
  if (/^\ufeff?PMID ?- ?\d/m.test(text)) return 'nbib'
  return /^[ \t]*@\s*[a-z]+\s*[{(]/im.test(text) ? 'bibtex' : 'plain'
}
