import { strToU8, type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { isZip, readOffice } from './office.ts'
import { UnreadableError } from './said.ts'

const zipped = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])) satisfies Zippable)
const word = (body: string) => `<w:body xmlns:w="w">${body}</w:body>`

test.each<[readonly number[], boolean]>([
  [[0x50, 0x4b, 3, 4], true],
  [[0x50, 0x4b, 5, 6], false],
  [[0x50, 0, 3], false],
  [[0, 0x4b, 3], false],
  [[], false],
])('the bytes %j start a document: %j', (bytes, is) => expect(isZip(Uint8Array.from(bytes))).toBe(is))

test('Word paragraphs are read first, then notes', () => {
  const files = {
    'word/endnotes.xml': word('<w:p><w:t>End</w:t></w:p>'),
    'word/footnotes.xml': word('<w:p><w:t>Foot</w:t></w:p>'),
    'word/document.xml': word(
      'x<w:t>lost</w:t><w:p><w:t>Why </w:t><w:instrText>FIELD</w:instrText><w:t> cats</w:t><w:tab/><w:t>land</w:t><w:br/><w:t>well</w:t><w:noBreakHyphen/><w:t>off</w:t></w:p><w:br/><w:p/>',
    ),
    'word/other.xml': word('<w:p><w:t>Other</w:t></w:p>'),
  }
  expect(readOffice(zipped(files))).toEqual({ format: 'docx', text: 'Why cats land well-off\n\nFoot\nEnd' })
})

test('text outside paragraphs and surrounding spaces are ignored', () => {
  const body = word('<w:noBreakHyphen/><w:p><w:t> Why </w:t></w:p><w:noBreakHyphen/><w:p><w:t>cats</w:t></w:p>')
  expect(readOffice(zipped({ 'word/document.xml': body })).text).toBe('Why\ncats')
})

test('images in a document are ignored, however large or damaged', () => {
  const bytes = zipped({ 'word/media/image1.png': 'x', 'word/document.xml': word('<w:p><w:t>Why</w:t></w:p>') })
  // The central directory declares an unknown compression method and a size for the first file.
  const list = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const first = list.indexOf('PK\x01\x02', 'latin1')
  list.writeUInt16LE(99, first + 10)
  list.writeUInt32LE(31_000_000, first + 24)
  expect(readOffice(bytes).text).toBe('Why')
})

test('OpenDocument paragraphs and headings are read', () => {
  const content =
    '<o:t xmlns:o="o" xmlns:text="t">x<text:h>Head</text:h>x<text:p>Why<text:s/>cats<text:tab/>land<text:line-break/><text:span>well</text:span></text:p></o:t>'
  expect(readOffice(zipped({ 'content.xml': content }))).toEqual({ format: 'odt', text: 'Head\nWhy cats land well' })
})

test.each([
  [zipped({ 'xl/workbook.xml': '<x/>' }), 'neither a Word document'],
  [zipped({ 'word/document.xml': '<w:p>' }), 'The text inside this document cannot be read'],
  [zipped({ 'word/document.xml': word('<w:p/>') }).subarray(0, 60), 'cannot be unpacked'],
])('another file is rejected with advice: %#', (bytes, sentence) => {
  expect(() => readOffice(bytes)).toThrow(UnreadableError)
  expect(() => readOffice(bytes)).toThrow(sentence)
})

test('the cause of an unreadable document is kept', () => {
  const cause = expect.objectContaining({ cause: expect.any(Error) })
  expect(() => readOffice(zipped({ 'word/document.xml': '<w:p>' }))).toThrow(cause)
  expect(() => readOffice(zipped({ 'word/document.xml': word('<w:p/>') }).subarray(0, 60))).toThrow(cause)
})
