import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createReadWebhook } from '@corroborate/server-kit/webhooks'
import { expect, onTestFinished, test } from 'vitest'
import { webhookSink } from './index.ts'

const never = new AbortController().signal
const key = Buffer.alloc(32, 'k')
const lines = [3, 4, 5].map(seq => ({ seq, text: `{"seq":${seq}}` }))

/** A receiver that answers so. */
const receiver = async (status: number, headers: Record<string, string> = {}) => {
  const calls: { method: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer(async (request, response) => {
    calls.push({ method: request.method, headers: request.headers, body: await text(request) })
    response.writeHead(status, headers).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { calls, url, sink: webhookSink(url, key) }
}

test('lines are sent unchanged in a signed webhook', async () => {
  const { calls, url, sink } = await receiver(204)
  expect(sink.place).toBe(`webhook ${url}`)
  await sink.send(lines, never)
  const [call] = calls
  expect(call).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'webhook-id': 'audit-3-5' },
  })
  expect(JSON.parse(call?.body ?? '')).toEqual({
    ...{ type: 'audit.lines', first: 3, last: 5 },
    lines: ['{"seq":3}', '{"seq":4}', '{"seq":5}'],
  })
  const headers = new Headers(call?.headers as Record<string, string>)
  expect(createReadWebhook([key], Date.now)(headers, call?.body ?? '')).toBe(true)
})

test.each([300, 404, 500])('a receiver responding %i has not accepted the lines', async status => {
  const { url, sink } = await receiver(status)
  await expect(sink.send(lines, never)).rejects.toThrow(`${url} answered ${status}.`)
})

test('the webhook sink follows no redirects', async () => {
  const elsewhere = await receiver(204)
  const { sink } = await receiver(307, { Location: elsewhere.url })
  await expect(sink.send(lines, never)).rejects.toThrow('answered 307.')
  expect(elsewhere.calls).toEqual([])
})

test('the webhook sink sends nothing after an abort', async () => {
  const { calls, sink } = await receiver(204)
  await expect(sink.send(lines, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(calls).toEqual([])
})
