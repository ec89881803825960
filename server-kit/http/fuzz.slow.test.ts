import { test } from 'vitest'
import { fuzzReader, jsonTokens } from '../testing/fuzz/index.ts'

const json = [...jsonTokens, '\\ud800', '\\u0000', '"a#":', '1e400', 'null,', '{},', '"__proto__":']
const form = ['a', '=', '&', '%', '%41', '%zz', '+', 'a#=1&', '#', '\r\n', 'é', '\0']
const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'

/** Bytes of the largest body: of the API in JSON, of forms, and of a form with a bibliography. */
const readers = {
  json: {
    longest: 1_000_000,
    tokens: json,
    frames: [
      ['', ''],
      ['{"a":', '}'],
      ['["', '"]'],
    ],
  },
  body: {
    longest: 1_000_000,
    tokens: json,
    frames: [
      ['', ''],
      ['{"a":', '}'],
      ['["', '"]'],
    ],
  },
  form: {
    longest: 64_000,
    tokens: form,
    frames: [
      ['', ''],
      ['a=', '&b=c'],
    ],
  },
  encoded: {
    longest: 7_900_000,
    tokens: form,
    frames: [
      ['', ''],
      ['a=', '&b=c'],
    ],
  },
  multipart: {
    longest: 7_900_000,
    tokens: [
      ...form,
      part,
      '--b',
      '--b\r\n',
      '\r\n\r\n',
      '--b--',
      'Content-Type: text/plain\r\n',
      '; filename="',
      'A: b\r\n',
      '--',
    ],
    frames: [
      ['', ''],
      [part, '\r\n--b--\r\n'],
      ['--b\r\n', '\r\n--b--\r\n'],
    ],
  },
} satisfies Record<string, Omit<Parameters<typeof fuzzReader>[0], 'module' | 'name'>>

test.each(Object.entries(readers))(
  'no body of a request takes a second of the processor, or 200 MB: %s',
  (name, reader) => fuzzReader({ module: new URL('./testing/read-request.ts', import.meta.url), name, ...reader }),
)
