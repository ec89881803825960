import { expect, test } from 'vitest'
import { decodeText, formatOfText, rejectUnsupportedFiles } from './detect.ts'

const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))

test.each([
  ['%PDF-1.7', 'This is a PDF'],
  ['\u001f\u008b\u0008', 'packed by gzip'],
  ['\u00d0\u00cf\u0011\u00e0\u00a1', 'a document of an older Word'],
])('the file %j is rejected with advice', (start, sentence) => {
  expect(() => rejectUnsupportedFiles(bytes(start))).toThrow(sentence)
})

test.each(['', ' %PDF', '\u001f', '\u001fx', 'x\u008b', '\u00d0\u00cf', 'A list'])('the file %j is accepted', start => {
  expect(() => rejectUnsupportedFiles(bytes(start))).not.toThrow()
})

test.each([
  [new TextEncoder().encode('Müller\r\na\rb\n'), 'Müller\r\na\nb\n'],
  [bytes('M\u00fcller'), 'Müller'],
  [Uint8Array.of(0xff, 0xfe, 0x41, 0x00), 'A'],
  [Uint8Array.of(0xfe, 0xff, 0x00, 0x41), 'A'],
  [Uint8Array.of(0xff, 0x41), 'ÿA'],
  [Uint8Array.of(0xfe, 0x41), 'þA'],
  [Uint8Array.of(0x41, 0xfe), 'Aþ'],
  [Uint8Array.of(0x41, 0xff), 'Aÿ'],
])('text is decoded from its encoding: %#', (file, text) => expect(decodeText(file)).toBe(text))

test.each([
  ['[{"id": 1}]', 'csl-json'],
  [' [ ]', 'csl-json'],
  ['\n{ "id": 1 }', 'csl-json'],
  ['{"id": 1}', 'csl-json'],
  ['[1] Lovelace', 'plain'],
  ['{Lovelace}', 'plain'],
  ['x [{"id": 1}]', 'plain'],
  [' <xml><record></record></xml>', 'endnote-xml'],
  ['<xml><record id="1"/></xml>', 'endnote-xml'],
  ['<xml><records></records></xml>', 'plain'],
  ['see <record>', 'plain'],
  ['TY  - JOUR', 'ris'],
  ['before\nTY - JOUR', 'ris'],
  ['\ufeffTY  - JOUR', 'ris'],
  ['xTY  - JOUR', 'plain'],
  ['TY   - JOUR', 'plain'],
  ['PMID- 1', 'nbib'],
  ['before\nPMID - 1', 'nbib'],
  ['\ufeffPMID-1', 'nbib'],
  ['xPMID- 1', 'plain'],
  ['PMID: 1', 'plain'],
  ['PMID- x', 'plain'],
  ['@article{a,', 'bibtex'],
  ['% mine\n  @ ARTICLE (a,', 'bibtex'],
  ['ada@article{a,', 'plain'],
  ['@article', 'plain'],
  ['@1{a,', 'plain'],
])('the text %j is detected as %s', (text, format) => expect(formatOfText(text)).toBe(format))
