import type { HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { type ApiProblem, problemTypes } from '../api/index.ts'
import { checkCall, createApiCall } from './api-call.ts'
import type { Checked } from './check.ts'
import { exampleChecked } from './testing/index.ts'

const text = '@article{a, doi={10.1000/cats}}'
const wait = 'Too many bibliographies are being checked right now. Try again in a moment.'
const checked: Checked = {
  kind: 'checked',
  text,
  checked: { format: 'bibtex', unread: [], references: [exampleChecked()] },
}

/** Calls the endpoint with a fixed check result. Returns the parsed input and the error. */
const call = async (
  body: string,
  type: string,
  { outcome = checked, path = '/check' }: { outcome?: Checked; path?: string } = {},
) => {
  const read: string[] = []
  let problem: (HttpProblem & Partial<ApiProblem>) | null = null
  const check = createApiCall({
    check: async bytes => {
      read.push(new TextDecoder().decode(bytes))
      return outcome
    },
    limits: { take: async () => ({ kind: 'allowed', points: 60, remaining: 59, resetSeconds: 600 }) },
  })
  const answer = await new Hono<HttpEnv>()
    .post('/check', check)
    .onError(error => {
      problem = error as ApiProblem
      return new Response(null, { status: 500 })
    })
    .request(path, { method: 'POST', body, headers: { 'Content-Type': type } })
  return { answer, read, problem: problem as (HttpProblem & Partial<ApiProblem>) | null }
}

test.each([
  ...(checkCall.textBodies ?? []),
  'application/x-bibtex; charset=utf-8',
  'Text/Plain ; charset=utf-8',
  'text/x-bibtex',
  'application/nbib',
  'application/xml',
  'application/vnd.oasis.opendocument.text',
])('the bibliography itself may be the body, as %s', async type => {
  const { answer, read } = await call(text, type)
  expect([answer.status, read]).toEqual([200, [text]])
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
})

test.each(['application/json', 'application/json; like=text/plain'])(
  'the bibliography may be sent in JSON as %s',
  async type => {
    expect((await call(JSON.stringify({ text }), type)).read).toEqual([text])
  },
)

test('the documented example is accepted and the text types are listed', async () => {
  const { example, textBodies } = checkCall
  const { answer, read } = await call(JSON.stringify(example?.body), 'application/json')
  expect([answer.status, read]).toEqual([200, [expect.stringContaining('10.1016/S0140-6736(97)11096-0')]])
  expect(checkCall).toMatchObject({ method: 'post', path: '/check', example: { path: '/check' } })
  expect(textBodies).toEqual(['text/plain', 'application/x-bibtex', 'application/x-research-info-systems'])
})

test('the endpoint returns only documented problems and takes no parameters', async () => {
  const refused = await Promise.all([
    call('{"text":1}', 'application/json'),
    call(text, 'text/plain', { path: '/check?as=csv' }),
    call(text, 'text/plainer'),
    call(text, 'text/plain', { outcome: { kind: 'unreadable', sentence: 'There is no reference in this text.' } }),
    call(text, 'text/plain', { outcome: { kind: 'busy' } }),
  ])
  const words = refused.map(({ problem }) => problem?.word ?? problem?.kind)
  expect(words).toEqual(['bad-request', 'unknown-field', 'unsupported-content-type', 'unreadable', 'unavailable'])
  // Oversized input is rejected earlier.
  expect(checkCall.problems.toSorted()).toEqual([...words, 'too-large'].toSorted())
  expect(Object.keys(problemTypes)).toEqual(expect.arrayContaining([...checkCall.problems]))
  expect(checkCall.parameters).toEqual([])
})

test('over the concurrency limit API clients get a Retry-After', async () => {
  const { problem } = await call(text, 'text/plain', { outcome: { kind: 'busy' } })
  expect(problem).toMatchObject({ status: 503, message: wait, headers: { 'Retry-After': '5' } })
})
