import { Hono } from 'hono'
import { z } from 'zod'
import { type HttpEnv, HttpProblem } from '../http-problem.ts'
import { readBody, readJson } from '../read-body.ts'
import { readFormData } from '../request-body.ts'

const boundary = 'b'
const app = new Hono<HttpEnv>()
  .onError(error => {
    if (error instanceof HttpProblem) return new Response(null, { status: error.status })
    throw error
  })
  .post('/json', async c => {
    await readJson(c)
    return c.body(null)
  })
  .post('/body', async c => {
    await readBody(c, z.record(z.string(), z.unknown()))
    return c.body(null)
  })
  .post('/form-data', async c => {
    await readFormData(c)
    return c.body(null)
  })

const reader = (path: string, type: string) => async (bytes: Uint8Array) => {
  const body = Buffer.from(bytes)
  await app.request(path, { method: 'POST', body, headers: { 'Content-Type': type } })
}

/** Reads bytes as the body of a request, for the fuzz test. */
const readers = {
  json: reader('/json', 'application/json'),
  body: reader('/body', 'application/json'),
  form: reader('/body', 'application/x-www-form-urlencoded'),
  multipart: reader('/form-data', `multipart/form-data; boundary=${boundary}`),
  encoded: reader('/form-data', 'application/x-www-form-urlencoded'),
}

export const { json, body, form, multipart, encoded } = readers
