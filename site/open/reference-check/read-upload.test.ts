import { type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readForm } from './api-call.ts'

/** Returns the parsed form, or its error. */
const read = async (body: BodyInit, headers: Record<string, string> = {}) => {
  let answer: unknown = null
  await new Hono<HttpEnv>()
    .post('/', async c => {
      const { bytes, ...form } = await readForm(c)
      answer = { ...form, sent: new TextDecoder().decode(bytes) }
      return c.body(null)
    })
    .onError(error => {
      answer = error
      return new Response()
    })
    .request('/', { method: 'POST', body, headers })
  return answer
}

const form = (fields: Readonly<Record<string, string | File>>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test.each([
  ['a text', { text: '10.1000/a' }, { text: '10.1000/a', sent: '10.1000/a' }],
  ['a file', { file: new File(['10.1000/b'], 'list.txt') }, { text: null, sent: '10.1000/b' }],
  [
    'a text beside an empty file',
    { text: '10.1000/a', file: new File([], 'list.txt') },
    { text: '10.1000/a', sent: '10.1000/a' },
  ],
  ['a text beside a file that is none', { text: '10.1000/a', file: 'x' }, { text: '10.1000/a', sent: '10.1000/a' }],
  ['nothing', {}, { text: '', sent: '' }],
])('a form with %s is accepted', async (_, fields, expected) => {
  expect(await read(form(fields))).toEqual({ ...expected, shape: 'page' })
})

test('a file field without a chosen file falls back to the text', async () => {
  const parts = [
    'name="text"\r\n\r\n10.1000/a',
    'name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n',
  ]
  const body = `${parts.map(part => `--x\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--x--\r\n`
  expect(await read(body, { 'Content-Type': 'multipart/form-data; boundary=x' })).toEqual({
    ...{ text: '10.1000/a', sent: '10.1000/a', shape: 'page' },
  })
})

test('a form may be urlencoded and name its output format', async () => {
  const asked = await read(new URLSearchParams({ text: '10.1000/a', as: 'csv' }))
  expect(asked).toEqual({ text: '10.1000/a', sent: '10.1000/a', shape: 'csv' })
})

test.each<[string, BodyInit, string, number, string]>([
  ['no form', '{}', 'application/json', 415, 'unsupported-content-type'],
  [
    'no form, but names one',
    'a=b',
    'text/plain; like=application/x-www-form-urlencoded',
    415,
    'unsupported-content-type',
  ],
  ['a form that breaks off', '--x\r\nContent-Disp', 'multipart/form-data; boundary=x', 400, 'malformed-body'],
])('a request that is %s is rejected', async (_, body, type, status, kind) => {
  const problem = await read(body, { 'Content-Type': type })
  expect(problem).toBeInstanceOf(HttpProblem)
  expect(problem).toMatchObject({ status, kind })
})

test('a file in the text field and an unknown output format are rejected', async () => {
  expect(await read(form({ text: new File(['10.1000/a'], 'list.txt') }))).toMatchObject({
    status: 400,
    message: 'text is a text: send a file as file.',
  })
  expect(await read(form({ text: '10.1000/a', as: 'pdf' }))).toMatchObject({
    status: 400,
    message: 'as is one of page, csv, json, notes.',
  })
})
