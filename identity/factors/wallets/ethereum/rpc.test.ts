import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secret } from '@corroborate/server-kit/settings'
import { expect, onTestFinished, test } from 'vitest'
import { requestNode } from './contract-wallets.ts'

/** Starts a node that gives every request the same response and records the requests. */
const startNode = async (text: string, status = 200, headers: Record<string, string> = {}) => {
  const asked: { type: string | undefined; body: unknown }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      asked.push({ type: request.headers['content-type'], body: JSON.parse(Buffer.concat(parts).toString()) })
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = secret(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { asked, ask: () => requestNode(url, 'eth_getCode', ['0x1', 'latest'], AbortSignal.timeout(60_000)) }
}

const json = (value: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...value })

test('a node is called over JSON-RPC 2.0', async () => {
  const { ask, asked } = await startNode(json({ result: '0xAb' }))
  expect(await ask()).toEqual({ kind: 'result', hex: 'Ab' })
  expect(asked).toEqual([
    {
      type: 'application/json',
      body: { jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: ['0x1', 'latest'] },
    },
  ])
})

test.each([
  ['an error', json({ error: { code: -32_000, message: 'No.' } }), 200, { kind: 'error' }],
  ['nothing', json({ result: '0x' }), 200, { kind: 'result', hex: '' }],
  ['what is not hexadecimal', json({ result: '0xg' }), 200, unavailable('It answered 200 with something else.')],
  ['what does not begin with 0x', json({ result: '1 0xab' }), 200, unavailable('It answered 200 with something else.')],
  ['an error without a code', json({ error: {} }), 200, unavailable('It answered 200 with something else.')],
  ['JSON of another kind', '{"a":1}', 502, unavailable('It answered 502 with something else.')],
  ['no JSON', '<html>', 200, unavailable('SyntaxError')],
  ['too much', json({ result: `0x${'a'.repeat(128 * 1_024)}` }), 200, unavailable('RangeError')],
])('a node response with %s is parsed correctly', async (_, text, status, answer) => {
  expect(await (await startNode(text, status)).ask()).toEqual(answer)
})

test('a node response up to the size limit is read', async () => {
  const rest = json({ result: '0x' }).length
  const hex = 'a'.repeat(128 * 1_024 - rest)
  expect(await (await startNode(json({ result: `0x${hex}` }))).ask()).toEqual({ kind: 'result', hex })
})

test('a node that redirects or is unreachable is unavailable', async () => {
  const { ask } = await startNode('', 302, { location: 'http://127.0.0.1:9/' })
  expect(await ask()).toEqual(unavailable('TypeError'))
  const nowhere = secret('http://127.0.0.1:9/')
  expect(await requestNode(nowhere, 'eth_chainId', [], AbortSignal.timeout(60_000))).toEqual(unavailable('TypeError'))
})

function unavailable(reason: string) {
  return { kind: 'unavailable', reason }
}
