import { readBibtex } from './bibtex.ts'
import { mostReferences } from './bounds.ts'
import { readCslJson } from './csl-json.ts'
import { decodeText, formatOfText, refuseOtherFiles } from './detect.ts'
import { readEndnoteXml } from './endnote-xml.ts'
import { readNbib } from './nbib.ts'
import { isZip, readOffice } from './office.ts'
import { readPlainText } from './plain-text.ts'
import { type Bibliography, type Reference, type Unread, UnreadableError } from './reference.ts'
import { readRis } from './ris.ts'

export {
  type Bibliography,
  type Format,
  type Reference,
  type Unread,
  UnreadableError,
} from './reference.ts'

export { familyNameIn } from './said.ts'

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
 * Reads a bibliography in whatever form it is, told by what is in it. @throws UnreadableError with a sentence for what holds no references, too
 * many, or breaks off where nothing behind it can be read.
 */
export const readBibliography = (bytes: Uint8Array): Bibliography => {
  refuseOtherFiles(bytes)
  const office = isZip(bytes) ? readOffice(bytes) : null
  const text = office?.text ?? decodeText(bytes)
  const format = office === null ? formatOfText(text) : 'plain'
  const read = readers[format](text)
  if (read.references.length + read.unread.length === 0)
    throw new UnreadableError('There is no reference in this text.')
  return { format: office?.format ?? format, text, ...read }
}
