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
 * Handles dynamic client registration and its management (RFC 7591 and 7592). Open to any origin: responses concern only the caller, and
 * authentication uses a token, never a cookie.
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

/** Handles a registration update that includes the client secret. The provider compares it with the stored value, which is a hash. */
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
