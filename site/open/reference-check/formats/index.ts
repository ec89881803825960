import { readBibtex } from './bibtex.ts'
import { readCslJson } from './csl-json.ts'
import { decodeText, formatOfText, rejectUnsupportedFiles } from './detect.ts'
import { readEndnoteXml } from './endnote-xml.ts'
import { isZip, readOffice } from './office.ts'
import { readPlainText } from './plain-text.ts'
import { readNbib, readRis } from './ris.ts'
import { type Bibliography, mostReferences, type Reference, type Unread, UnreadableError } from './said.ts'

export { type Bibliography, type Format, familyNameIn, type Reference, type Unread, UnreadableError } from './said.ts'

export { mostReferences }

type Read = { references: Reference[]; unread: Unread[] }

const readers = {
  bibtex: readBibtex,
  ris: text => whole(readRis(text)),
  'csl-json': readCslJson,
  'endnote-xml': text => whole(readEndnoteXml(text)),
  nbib: text => whole(readNbib(text)),
  plain: readPlainText,
} satisfies Record<string, (text: string) => Read>

const whole = (references: Reference[]): Read => ({ references, unread: [] })

/**
 * Parses a bibliography in any supported format, detected by content. @throws UnreadableError with a message if it has no or too many
 * references, or is truncated with nothing readable after
 */
export const readBibliography = (bytes: Uint8Array): Bibliography => {
  rejectUnsupportedFiles(bytes)
  const office = isZip(bytes) ? readOffice(bytes) : null
  const text = office?.text ?? decodeText(bytes)
  const format = office === null ? formatOfText(text) : 'plain'
  const read = readers[format](text)
  if (read.references.length + read.unread.length === 0)
    throw new UnreadableError('There is no reference in this text.')
  return { format: office?.format ?? format, text, ...read }
}
