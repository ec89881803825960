import type { IncomingMessage, ServerResponse } from 'node:http'

/** The largest body that is read, in bytes: that of `oidc-provider`. */
const largest = 56 * 1_024

/** The body of a request; null when there is too much of it. */
export const readText = async (request: IncomingMessage): Promise<string | null> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > largest) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Responds with 413. */
export const answerTooLarge = (response: ServerResponse): void => {
  const said = { error: 'invalid_request', error_description: 'the body is too large' }
  response.writeHead(413, { 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify(said))
}
