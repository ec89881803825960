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
    'is read as %s',
    async type => {
      expect(await post('/json', '{"a":[1]}', type)).toEqual({ status: 200, json: { read: { a: [1] } } })
    },
  )

  test.each([undefined, 'text/plain', 'application/json'])(
    'is nothing when there is no body, of type %s',
    async type => {
      expect(await post('/json', '', type)).toEqual({ status: 200, json: { read: 'nothing' } })
    },
  )

  test.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'is refused as %s',
    async type => {
      expect((await post('/json', '{}', type)).status).toBe(415)
    },
  )

  test.each(['{"a":["\\ud83d"]}', '{"\\uDE00":1}', '{"a":{"b":"x\\uD83Dx"}}', '"\\ude00\\ud83d"'])(
    'is refused with half of a character: %s',
    async body => {
      expect(await post('/json', body, 'application/json')).toMatchObject({
        status: 400,
        json: { error: 'The body holds half of a character: remove it.' },
      })
    },
  )

  test('may hold whole characters that are written as two escapes, and a backslash before such letters', async () => {
    expect((await post('/json', '"\\ud83d\\ude00"', 'application/json')).json).toEqual({ read: '😀' })
    expect((await post('/json', String.raw`"\\ud83d"`, 'application/json')).json).toEqual({
      read: String.raw`\ud83d`,
    })
  })

  test('that is none is refused', async () => {
    expect(await post('/json', '{', 'application/json')).toMatchObject({
      status: 400,
      json: { error: 'The body is not valid JSON.' },
    })
  })
})

describe('a form', () => {
  const form = 'application/x-www-form-urlencoded'

  test('gives a text for each name, and an array for one that occurs several times', async () => {
    expect((await post('/body', 'a=1&b=2&b=&b=3', form)).json).toEqual({ a: '1', b: ['2', '', '3'] })
  })

  test('may be empty; JSON may not, and what has no type may be nothing else', async () => {
    expect(await post('/body', '', form)).toEqual({ status: 200, json: {} })
    expect(await post('/body', '')).toEqual({ status: 200, json: {} })
    expect((await post('/body', '', 'application/json')).status).toBe(400)
    expect((await post('/body', '{}')).status).toBe(415)
  })

  test('is refused with a NUL character, in a name or a value', async () => {
    for (const body of ['a=%00', '%00=a', 'a=b&a=%00']) expect((await post('/body', body, form)).status).toBe(400)
  })

  test('is told from everything else by its type', async () => {
    const isForm = async (type: string) => (await post('/form', '', type)).json
    expect(await isForm(`${form}; charset=utf-8`)).toEqual({ isForm: true })
    expect(await isForm('application/json')).toEqual({ isForm: false })
  })
})

test('what does not fit is said with where it is, or without when it is the whole', async () => {
  const sentence = async (body: string) => (await post('/named', body, 'application/json')).json.error
  expect(await sentence('{"person":{"age":"x"}}')).toBe('person.age is not right: say a number.')
  expect(await sentence('[]')).toMatch(/^The body is not right: .*\.$/)
})
