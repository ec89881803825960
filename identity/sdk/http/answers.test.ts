import type { HttpEnv } from '@corroborate/server-kit/http'
import { errorTypes } from '@corroborate/wire/errors'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { Refusal } from '../../platform/refusal/refusal.ts'
import type { Project, ProjectDirectory } from '../../projects/index.ts'
import { createAnswers, putHeaders } from './answer-call.ts'

const site = 'https://a.example'
const docsUrl = 'https://login.example/errors'
const projects = { someAllows: async (origin: string) => origin === site } as unknown as ProjectDirectory
const answers = createAnswers({ projects, docsUrl })

/** App with the request ID "1". */
const app = () => {
  const made = new Hono<HttpEnv>()
  made.use(async (c, next) => {
    c.set('requestId', '1')
    await next()
  })
  return made
}

test.each([
  ['in words of the contract', new Refusal('session_not_found'), 404],
  ['in words of its own', new Refusal('bad_request', { message: 'Not so.' }), 400],
])('a rejection %s is never cached', async (_, refusal) => {
  const answer = await app()
    .get('/', c => answers.refused(c, refusal, 'live'))
    .request('/')
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([errorTypes[refusal.type].status, 'no-store'])
  expect(await answer.json()).toMatchObject({
    ...{ error_type: refusal.type, error_message: refusal.message, request_id: 'request-id-live-1' },
    error_url: expect.stringContaining(docsUrl),
  })
})

test('a rejection has a Retry-After, and a captcha requirement is plain text', async () => {
  const of = (refusal: Refusal) =>
    app()
      .get('/', c => answers.refused(c, refusal, 'test'))
      .request('/')
  expect((await of(new Refusal('too_many_requests', { retryAfter: 7 }))).headers.get('Retry-After')).toBe('7')
  const captcha = await of(new Refusal('captcha_required'))
  expect(captcha.headers.get('Content-Type')).toContain('text/plain')
  expect(await captcha.text()).toContain('Captcha required')
})

test.each([
  ['a page of any project, before its own is known', site, null, site],
  ['no page of nobody', 'https://b.example', null, null],
  ['no other page, once it is known', site, {} as Project, null],
  ['nobody who is no page', undefined, null, null],
])('a response is readable by %s', async (_, origin, project, allowed) => {
  const answer = await app()
    .get('/', async c => {
      await answers.allowOriginOfAny(c, project)
      return c.text('')
    })
    .request('/', origin === undefined ? {} : { headers: { Origin: origin } })
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(allowed)
})

test('headers are set on Node’s response if there is one', async () => {
  const put: unknown[] = []
  const outgoing = { setHeader: (...header: unknown[]) => put.push(header) }
  const made = app().get('/', c => {
    putHeaders(c, { A: '1', B: '2' })
    return c.text('')
  })
  const inProcess = await made.request('/')
  expect([inProcess.headers.get('A'), inProcess.headers.get('B')]).toEqual(['1', '2'])
  const overSocket = await made.request('/', {}, { outgoing } as unknown as HttpEnv['Bindings'])
  expect([overSocket.headers.get('A'), put]).toEqual([
    null,
    [
      ['A', '1'],
      ['B', '2'],
    ],
  ])
})
