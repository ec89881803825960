import { gzipSync, zstdCompressSync } from 'node:zlib'
import { fuzzReader, jsonTokens } from '@corroborate/server-kit/testing/fuzz'
import { test } from 'vitest'

const json = [...jsonTokens, '\\u0041', '\n', '\r\n', ' ', 'null,', '-1e9', '\0', '\xff']
const openAlex = [
  ...[
    '{"doi":"10.1234/a#",',
    '"display_name":"',
    '"authorships":[',
    '{"author":{"display_name":"a"}},',
    '"ids":{"pmid":"1"}',
  ],
  ...[
    '"referenced_works":["https://openalex.org/W#",',
    '<i>',
    '</i>',
    '&amp;',
    '$',
    '10.1234/',
    'one two ',
    '{}\n',
    '{"a#":1}\n',
  ],
]
const crossref = [
  ...[
    '{"DOI":"10.1234/a#",',
    '"update-to":[',
    '{"DOI":"10.1/b","type":"retraction"},',
    '"updated-by":[',
    '"title":["a"],',
  ],
  ...['"updated":{"date-parts":[[2020,1,1]]},', '{"DOI":"10.1/a","update-to":[]}\n', '10.1234/', '<i>', 'one two '],
]
/** A block of lines is what the parser takes at once. */
const longest = 500_000

const readers: Record<string, Omit<Parameters<typeof fuzzReader>[0], 'module'>> = {
  works: {
    name: 'readWorks',
    longest,
    tokens: [...json, ...openAlex],
    frames: [
      ['', ''],
      ['{"doi":"10.1/a","title":"', '"}'],
      ['{"doi":"10.1/a","authorships":[', '{}]}'],
      ['{"doi":"', '"}'],
    ],
  },
  'works of Crossref': {
    name: 'readCrossrefLines',
    longest,
    tokens: [...json, ...crossref],
    frames: [
      ['', ''],
      ['{"DOI":"10.1/a","update-to":[', '{}]}'],
      ['{"DOI":"10.1/a","title":["', '"],"update-to":[{"DOI":"10.1/b"}]}'],
    ],
  },
  'items of Crossref': {
    name: 'readCrossrefItems',
    longest,
    tokens: [...json, ...crossref],
    frames: [
      ['{"items":[', ']}'],
      ['{"items":[{"DOI":"10.1/a","update-to":[', '{}]}]}'],
    ],
  },
  gzip: {
    name: 'readCompressed',
    tokens: [' ', '\n', 'a', '0', '{}\n', '#'],
    bytesOf: text => gzipSync(text.repeat(8)),
    frames: [['', '']],
  },
  zstd: {
    name: 'readCompressed',
    tokens: [' ', '\n', 'a', '0', '{}\n', '#'],
    bytesOf: text => zstdCompressSync(text.repeat(8)),
    frames: [['', '']],
  },
}

test.each(Object.entries(readers))(
  'no file of %s takes its reader more than a second of the processor, or 200 MB',
  (_, reader) => fuzzReader({ module: new URL('./testing/read-works.ts', import.meta.url), ...reader }),
)
