import { deepest, tooDeep, UnreadableError } from './said.ts'

/** XML that is not well formed. */
export class XmlError extends UnreadableError {}

/** Events of a document, in order: elements by name, with the offset at which the tag begins or ends, and text. */
type XmlHandlers = {
  open: (name: string, start: number) => void
  close: (name: string, end: number) => void
  text: (text: string) => void
}

/**
 * Reads the elements and the text of an XML document in one pass. Attributes, comments and processing instructions are skipped; no
 * entities are known but those of XML itself, so that none can grow. @throws XmlError where it is not well formed, naming the line.
 */
export const readXml = (xml: string, { open, close, text }: XmlHandlers): void => {
  const names: string[] = []
  const fail = (at: number, why: string): XmlError =>
    new XmlError(`This XML cannot be read: in line ${xml.slice(0, at).split('\n').length}, ${why}.`)
  /** The offset behind this sign, at or after `from`. */
  const behind = (sign: string, from: number, what: string): number => {
    const at = xml.indexOf(sign, from)
    if (at < 0) throw fail(from, `${what} is not closed`)
    return at + sign.length
  }
  const openTag = (start: number): number => {
    const nameEnd = endOfName(xml, start + 1)
    const end = endOfTag(xml, nameEnd)
    if (end < 0 || nameEnd === start + 1) throw fail(start, 'a tag is not closed')
    const name = xml.slice(start + 1, nameEnd)
    open(name, start)
    if (xml[end - 2] === '/') close(name, end)
    else if (names.push(name) > deepest) throw tooDeep()
    return end
  }
  const closeTag = (start: number): number => {
    const end = behind('>', start, 'a tag')
    const name = xml.slice(start + 2, end - 1).trimEnd()
    if (names.pop() !== name) throw fail(start, `</${name.slice(0, longestShown)}> closes an element that is not open`)
    close(name, end)
    return end
  }
  const markup = (start: number): number => {
    if (xml.startsWith('</', start)) return closeTag(start)
    if (xml.startsWith('<?', start)) return behind('?>', start, 'a processing instruction')
    if (xml.startsWith('<!--', start)) return behind('-->', start + 4, 'a comment')
    if (xml.startsWith('<![CDATA[', start)) {
      const end = behind(']]>', start, 'a CDATA section')
      if (names.length > 0) text(xml.slice(start + 9, end - 3))
      return end
    }
    if (xml.startsWith('<!', start)) {
      const end = behind('>', start, 'a declaration')
      const subset = xml.indexOf('[', start)
      return subset < 0 || subset > end ? end : behind(']>', subset, 'a declaration')
    }
    return openTag(start)
  }
  let at = 0
  while (at < xml.length) {
    const next = xml.indexOf('<', at)
    const end = next < 0 ? xml.length : next
    if (end > at && names.length > 0) text(decoded(xml.slice(at, end), name => fail(at, `&${name}; is not defined`)))
    at = next < 0 ? end : markup(next)
  }
  if (names.length > 0) throw fail(at, `<${names.at(-1)?.slice(0, longestShown)}> is not closed`)
}

const longestShown = 40

const endOfName = (xml: string, from: number): number => {
  let at = from
  while (at < xml.length && !' \n\r\t/>'.includes(xml[at] ?? '')) at++
  return at
}

/** The offset behind the `>` that ends a tag, outside of quoted values; -1 for none. */
const endOfTag = (xml: string, from: number): number => {
  for (let at = from; at < xml.length; at++) {
    const sign = xml[at]
    if (sign === '>') return at + 1
    if (sign === '<') return -1
    if (sign !== '"' && sign !== "'") continue
    at = xml.indexOf(sign, at + 1)
    if (at < 0) return -1
  }
  return -1
}

const entities: Readonly<Partial<Record<string, string>>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text with its references replaced. Part by part: one call of `replace` would hold an array for each of millions. */
const decoded = (text: string, undefinedEntity: (name: string) => Error): string => {
  const parts: string[] = []
  let from = 0
  for (;;) {
    const at = text.indexOf('&', from)
    if (at < 0) break
    const end = text.indexOf(';', at)
    if (end < 0) break
    const name = end - at > longestShown ? '' : text.slice(at + 1, end)
    const sign = entities[name] ?? signOf(name)
    if (sign === null && entityName.test(name)) throw undefinedEntity(name)
    // A bare & stays.
    const next = sign === null ? at + 1 : end + 1
    if (at > from || sign === null) parts.push(text.slice(from, sign === null ? next : at))
    if (sign !== null) parts.push(sign)
    from = next
  }
  return from === 0 ? text : parts.join('') + text.slice(from)
}

const entityName = /^[a-z][\w.-]*$/i

/** The character of a numeric reference, such as `#65` and `#x41`; null for anything else. */
const signOf = (name: string): string | null => {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  if (hex === undefined && decimal === undefined) return null
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
}
