import type { HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Checked } from './check.ts'
import { createPageCalls } from './feature.ts'
import { exampleChecked } from './testing/index.ts'

const checked: Checked = {
  kind: 'checked',
  text: '10.1000/cats',
  checked: { format: 'plain', unread: [], references: [exampleChecked()] },
}
const unreadable: Checked = { kind: 'unreadable', sentence: 'There is no reference in this text.' }
const wait = 'Too many bibliographies are being checked right now. Try again in a moment.'

/** The page with a fixed check result; renders its model as JSON. */
const pageWith = (outcome: Checked) => {
  const spent: unknown[] = []
  const { form, check } = createPageCalls({
    check: async (_, address, onProgress) => {
      expect(address).toBe('192.0.2.1')
      onProgress?.({ checked: 1, of: 1 })
      return outcome
    },
    pages: { show: (_, { name }, model, status = 200) => Response.json({ page: name, model }, { status }) },
    limits: { require: async (...what) => void spent.push(what) },
  })
  const app = new Hono<HttpEnv>()
    .use(async (c, next) => {
      c.set('address', '192.0.2.1')
      await next()
    })
    .get('/', form)
    .post('/', check)
    .onError(error => {
      const { status, message, headers } = error as HttpProblem
      return Response.json({ status, message, headers }, { status })
    })
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.request('/', { method: 'POST', body: new URLSearchParams(fields), headers })
  return { app, post, spent }
}
const text = '10.1000/cats'
const streaming = { Accept: 'application/x-ndjson' }

test('the form is initially empty', async () => {
  const answer = await pageWith(checked).app.request('/')
  expect(await answer.json()).toEqual({ page: 'check', model: { text: '', problem: null, result: null } })
})

test('a check shows the text read and counts toward the rate limit', async () => {
  const { post, spent } = pageWith(checked)
  expect(await (await post({ text })).json()).toMatchObject({
    page: 'check',
    model: {
      text,
      problem: null,
      result: { headline: 'No retractions, concerns or failed replications found in 1 reference' },
    },
  })
  expect(spent).toEqual([['checkReferences', { address: '192.0.2.1' }]])
})

test('unreadable input is shown with the reason and stays in the form', async () => {
  const answer = await pageWith(unreadable).post({ text: 'page 7' })
  expect([answer.status, await answer.json()]).toEqual([
    422,
    { page: 'check', model: { text: 'page 7', problem: unreadable.sentence, result: null } },
  ])
  const data = new FormData()
  data.set('file', new File(['page 7'], 'list.txt'))
  const ofFile = await pageWith(unreadable).app.request('/', { method: 'POST', body: data })
  expect((await ofFile.json()).model.text).toBe('')
})

test('over the concurrency limit users are asked to retry later', async () => {
  const answer = await pageWith({ kind: 'busy' }).post({ text })
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 503, message: wait, headers: { 'Retry-After': '5' } },
  ])
})

test('result files are uncached, also when requested by the page’s script', async () => {
  const answer = await pageWith(checked).post({ text, as: 'notes' }, streaming)
  expect(await answer.text()).toBe(text)
  expect([answer.headers.get('Cache-Control'), answer.headers.get('Content-Type')]).toEqual([
    'no-store',
    'text/plain; charset=utf-8',
  ])
})

test.each<[string, Checked, object]>([
  ['what was found', checked, { kind: 'done', text, result: { fine: [{ href: '/10.1000/cats' }] } }],
  ['why it cannot be read', unreadable, { kind: 'problem', sentence: unreadable.sentence }],
  ['to come back', { kind: 'busy' }, { kind: 'problem', sentence: wait }],
])('the page’s script receives progress, then %s', async (_, outcome, last) => {
  const answer = await pageWith(outcome).post({ text }, streaming)
  expect([answer.headers.get('Content-Type'), answer.headers.get('Cache-Control')]).toEqual([
    'application/x-ndjson',
    'no-store',
  ])
  const lines = (await answer.text()).split('\n')
  expect(lines.pop()).toBe('')
  expect(lines.map(line => JSON.parse(line))).toMatchObject([{ kind: 'progress', checked: 1, of: 1 }, last])
})
