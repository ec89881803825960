import { strToU8, zipSync } from 'fflate'

/** Size in bytes of the largest accepted file, less the form's overhead. */
const largest = 7_900_000

const fill = (unit: string, length = largest): string => unit.repeat(Math.floor(length / unit.length))
const numbered = (count: number, unit: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => unit(n)).join('')
const docx = (xml: string): Buffer => Buffer.from(zipSync({ 'word/document.xml': strToU8(xml) }, { level: 9 }))
const paragraphs = (length: number): string => `<w:body xmlns:w="w">${fill('<w:p/>', length)}</w:body>`

/** The archive claims that its file unpacks to ten bytes. */
const lyingDocx = (): Buffer => {
  const bytes = docx(paragraphs(30_000_000))
  bytes.writeUInt32LE(10, bytes.indexOf('PK\x01\x02', 'latin1') + 24)
  bytes.writeUInt32LE(10, 22)
  return bytes
}

/** Files designed to exhaust the parser, by technique. */
export const attacks: Readonly<Record<string, () => string | Buffer>> = {
  'abbreviations that double forty times': () =>
    `@string{a0={${'x'.repeat(100)}}}\n${numbered(40, n => `@string{a${n + 1}=a${n}#a${n}}\n`)}@article{k, title=a40}`,
  'a small document of 28 MB': () => docx(paragraphs(28_000_000)),
  'a document that lies about its size': lyingDocx,
  '110,000 entries that break off': () => '@article{a, title={One,\n'.repeat(110_000),
  'PMID and two million spaces': () => `PMID${' '.repeat(2_000_000)}`,
  'two million short lines': () => 'a\n'.repeat(2_000_000),
  'a document of entities': () =>
    docx(`<w:body xmlns:w="w"><w:p><w:t>${fill('&amp;', 11_000_000)}</w:t></w:p></w:body>`),
  'a heading and spaces': () => `References${' '.repeat(4_000_000)}x`,
  'line separators': () => fill('\u2028', largest / 3),
  'a line of DOIs': () => fill('10.1234/a '),
  'accents of TeX': () => fill(`@a{k, title={${"\\'{e}".repeat(300)}}}\n`),
  'nested JSON': () => fill('[{"a":', largest),
  'a million objects': () => `[${fill('{},', largest - 10)}{}]`,
  'a comment of dashes': () => `<record><!--${fill('- ')}--></record>`,
  'nested XML': () => fill('<record>'),
  'a record of one field': () => `TY  - JOUR\nTI  - a\n${fill('x\n')}`,
}
