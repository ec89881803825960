import { fuzzReader } from '@corroborate/server-kit/testing/fuzz'
import { test } from 'vitest'
import { recordFormats } from './import-records.ts'

const separators = [',', ',,', ';', '\n', '\r\n', '"', '""', '",', ' ', '\t', '\0', '\ufeff', 'é', '\xff']
const values = [
  'a',
  'one two three ',
  '10.1234/a#',
  'https://doi.org/10.1/a',
  '7/18/2024 0:00',
  'Retraction',
  'success',
]
const markup = ['<i>', '</i>', '<', '>', '&amp;', '&#', '+', 'http://a ', '%41', 'NA', 'true', '2010']

test.each(Object.entries(recordFormats))(
  'no megabyte of %s takes its reader more than a second of the processor, or 200 MB',
  (_, { columns }) =>
    fuzzReader({
      module: new URL('./testing/read-events.ts', import.meta.url),
      name: 'readEvents',
      longest: 1_000_000,
      frames: [
        [`${columns.join(',')}\n`, ''],
        [`${columns.join(',')}\n"`, '"\n'],
        [`${columns.join(',')},Reason,URLS\n`, ''],
        [`${columns.join(',')},`, '\n'],
      ],
      tokens: [...separators, ...values, ...markup, `${columns.map(() => '10.1234/a#').join(',')}\n`],
    }),
)
