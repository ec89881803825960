import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testLogger } from '../testing/index.ts'
import { createHttp, isFormPost, readBody, readJson } from './index.ts'

const app = createHttp({ origin: 'http://localhost', logger: testLogger().logger })
app.post('/json', async c => c.json({ read: (await readJson(c)) ?? 'nothing' }))
app.post('/body', async c => c.json(await readBody(c, z.looseObject({}))))
app.post('/named', async c =>
  c.json(await readBody(c, z.object({ person: z.object({ age: z.number('say a number') }) }))),
)
app.post('/form', c => c.json({ isForm: isFormPost(c) }))

const post = async (path: string, body: string, type?: string) => {
  // A `Request` gives a text a type of its own, and bytes none.
  const headers = { Accept: 'application/json', ...(type !== undefined && { 'Content-Type': type }) }
  const answer = await app.request(path, { method: 'POST', headers, body: new TextEncoder().encode(body) })
  return { status: answer.status, json: await answer.json() }
}

describe('JSON without a schema', () => {
  test.each(['application/json', 'APPLICATION/JSON ; charset=utf-8', 'application/problem+json'])(
    'JSON is parsed as %s',
    async type => {
      expect(await post('/json', '{"a":[1]}', type)).toEqual({ status: 200, json: { read: { a: [1] } } })
    },
  )

  test.each([undefined, 'text/plain', 'application/json'])('a missing body with type %s is null', async type => {
    expect(await post('/json', '', type)).toEqual({ status: 200, json: { read: 'nothing' } })
  })

  test.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'JSON is rejected as %s',
    async type => {
      expect((await post('/json', '{}', type)).status).toBe(415)
    },
  )

  test.each(['{"a":["\\ud83d"]}', '{"\\uDE00":1}', '{"a":{"b":"x\\uD83Dx"}}', '"\\ude00\\ud83d"'])(
    'JSON with an unpaired surrogate is rejected: %s',
    async body => {
      expect(await post('/json', body, 'application/json')).toMatchObject({
        status: 400,
        json: { error: 'The body holds half of a character: remove it.' },
      })
    },
  )

  test('JSON may contain escaped surrogate pairs and escaped backslashes', async () => {
    expect((await post('/json', '"\\ud83d\\ude00"', 'application/json')).json).toEqual({ read: '😀' })
    expect((await post('/json', String.raw`"\\ud83d"`, 'application/json')).json).toEqual({
      read: String.raw`\ud83d`,
    })
  })

  test('malformed JSON is rejected', async () => {
    expect(await post('/json', '{', 'application/json')).toMatchObject({
      status: 400,
      json: { error: 'The body is not valid JSON.' },
    })
  })
})

describe('form body', () => {
  const form = 'application/x-www-form-urlencoded'

  test('a form yields a string per name and an array for repeated names', async () => {
    expect((await post('/body', 'a=1&b=2&b=&b=3', form)).json).toEqual({ a: '1', b: ['2', '', '3'] })
  })

  test('a form may be empty, JSON may not, and an untyped body must be empty', async () => {
    expect(await post('/body', '', form)).toEqual({ status: 200, json: {} })
    expect(await post('/body', '')).toEqual({ status: 200, json: {} })
    expect((await post('/body', '', 'application/json')).status).toBe(400)
    expect((await post('/body', '{}')).status).toBe(415)
  })

  test('a form with a NUL character in a name or value is rejected', async () => {
    for (const body of ['a=%00', '%00=a', 'a=b&a=%00']) expect((await post('/body', body, form)).status).toBe(400)
  })

  test('a form is recognized by its content type', async () => {
    const isForm = async (type: string) => (await post('/form', '', type)).json
    expect(await isForm(`${form}; charset=utf-8`)).toEqual({ isForm: true })
    expect(await isForm('application/json')).toEqual({ isForm: false })
  })
})

test('a validation error includes its path, or none for the whole body', async () => {
  const sentence = async (body: string) => (await post('/named', body, 'application/json')).json.error
  expect(await sentence('{"person":{"age":"x"}}')).toBe('person.age is not right: say a number.')
  expect(await sentence('[]')).toMatch(/^The body is not right: .*\.$/)
})
