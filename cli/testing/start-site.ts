import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Scripted = { status?: number; headers?: Record<string, string>; body?: unknown }
type Asked = { method: string | undefined; path: string | undefined; type: string | undefined; body: string }

/**
 * Starts a fake site that returns these responses in order, then repeats the last one. Stops with the test.
 * @returns its address and the requests it received
 */
export const startSite = async (
  ...answers: readonly Scripted[]
): Promise<{ origin: string; asked: readonly Asked[] }> => {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    asked.push(await askedBy(request))
    const { status = 200, headers = {}, body = {} } = answers[asked.length - 1] ?? answers.at(-1) ?? {}
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const askedBy = async (request: IncomingMessage): Promise<Asked> => ({
  method: request.method,
  path: request.url,
  type: request.headers['content-type'],
  body: await text(request),
})
