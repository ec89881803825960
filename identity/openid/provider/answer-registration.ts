import type { IncomingMessage, ServerResponse } from 'node:http'
import inject from 'light-my-request'
import { z } from 'zod'
import { hashClientSecret } from '../store/index.ts'
import { answerTooLarge, readText } from './read-text.ts'

type Call = {
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Lets the provider answer an application that registers itself, reads its registration, changes or ends it (RFC 7591 and
 * 7592). Pages of any origin may: what they get, they get for themselves, by a token and never by a cookie.
 */
export const answerRegistration = async ({ handle, request, response }: Call): Promise<void> => {
  response.setHeader('Access-Control-Allow-Origin', '*')
  if (request.method === 'OPTIONS') {
    response.writeHead(204, {
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      'Access-Control-Max-Age': '3600',
    })
    response.end()
    return
  }
  if (request.method !== 'PUT') return handle(request, response)
  await answerChange({ handle, request, response })
}

/** An application that changes something sends its secret along. The provider compares it with what it knows, which is a hash. */
const answerChange = async ({ handle, request, response }: Call): Promise<void> => {
  const body = await readText(request)
  if (body === null) return answerTooLarge(response)
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = request.headers
  const { originalUrl } = request as { originalUrl?: string }
  const answer = await inject(
    (passed, result) => void handle(Object.assign(passed as IncomingMessage, { originalUrl }), result),
    { method: 'PUT', url: request.url ?? '/', headers, payload: withHash(body) },
  )
  for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) response.setHeader(name, value)
  response.writeHead(answer.statusCode).end(answer.rawPayload)
}

const withSecret = z.looseObject({ client_secret: z.string() })

const withHash = (body: string): string => {
  try {
    const { success, data } = withSecret.safeParse(JSON.parse(body))
    return success ? JSON.stringify({ ...data, client_secret: hashClientSecret(data.client_secret) }) : body
  } catch {
    return body
  }
}
