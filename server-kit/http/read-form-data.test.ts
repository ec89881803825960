import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { type HttpEnv, HttpProblem, readFormData } from './index.ts'

const url = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=b'

/** The fields of a form, or the status and message it is rejected with. */
const read = async (body: string, type: string): Promise<unknown> => {
  let answer: unknown
  await new Hono<HttpEnv>()
    .post('/', async c => {
      answer = [...(await readFormData(c))]
      return c.body(null)
    })
    .onError(error => {
      answer = error instanceof HttpProblem ? [error.status, error.message] : error
      return new Response()
    })
    .request('/', { method: 'POST', body, headers: { 'Content-Type': type } })
  return answer
}
const part = (header: string) => `--b\r\nContent-Disposition: form-data; ${header}\r\n\r\nx\r\n`

test('a form is parsed in both encodings', async () => {
  expect(await read('a=1&b=%26', url)).toEqual([
    ['a', '1'],
    ['b', '&'],
  ])
  expect(await read(`${part('name="a"')}--b--\r\n`, multipart)).toEqual([['a', 'x']])
})

test('another content type returns 415 and a malformed form 400', async () => {
  expect(await read('a', 'text/plain')).toEqual([415, 'Send a form.'])
  expect(await read('a', multipart)).toEqual([400, 'The form cannot be read: send it again.'])
})

test.each([
  ['of millions of fields', 'a&'.repeat(4_000_000), url],
  ['of a hundred thousand parts', `${part('name="a"').repeat(100_000)}--b--\r\n`, multipart],
  ['with a million headers', `--b\r\n${'X: y\r\n'.repeat(1_000_000)}\r\nx\r\n--b--\r\n`, multipart],
  ['of a million parts without headers', '--b\r\n'.repeat(1_500_000), multipart],
  ['with a quoted boundary', `${part('name="a"').repeat(1_000)}--b--\r\n`, 'multipart/form-data; boundary="b"'],
])('a form %s is rejected before it is parsed', async (_, body, type) => {
  const before = process.threadCpuUsage()
  expect(await read(body, type)).toEqual([400, 'The form has too many fields.'])
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(1_000)
})
