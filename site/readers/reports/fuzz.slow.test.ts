import { fuzzReader } from '@corroborate/server-kit/testing/fuzz'
import { test } from 'vitest'

test('no codecheck.yml takes its reader more than two seconds of the processor, or 200 MB', () =>
  fuzzReader({
    module: new URL('./testing/read-codecheck-bytes.ts', import.meta.url),
    name: 'readCodecheckBytes',
    longest: 199_000,
    // In the browser of the person who chose the file.
    mostTime: 2_000,
    frames: [
      ['version: 1\n', ''],
      ['manifest:\n', ''],
      ['summary: ', '\npaper: {}'],
      ['manifest: [', ']'],
    ],
    tokens: [
      ...[
        ' ',
        '  ',
        '\n',
        '\n  ',
        '\t',
        'a',
        'one two three ',
        'a#: 1\n',
        'a: ',
        '- ',
        '? ',
        ': ',
        '&a ',
        '&a# ',
        '*a',
      ],
      ...[
        '*a#',
        '!a ',
        '!!str ',
        '!!map ',
        '[',
        ']',
        '{',
        '}',
        ',',
        '"',
        "'",
        '\\',
        '\\u0041',
        '|\n',
        '>-\n',
        '#',
        '%',
      ],
      ...['---\n', '...\n', '<<: ', '- file: a\n', '  comment: "same; published: a"\n', '10.1234/a', '\ufeff'],
    ],
  }))
