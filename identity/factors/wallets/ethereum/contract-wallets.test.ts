import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secret } from '@corroborate/server-kit/settings'
import { testLogger } from '@corroborate/server-kit/testing'
import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bytes, offsets, word } from './abi.ts'
import { createContractWallets } from './contract-wallets.ts'

const address = `0x${'beef'.repeat(10)}`
const factory = `0x${'facade'.repeat(6)}0002`
const multicall = '0xca11bde05977b3631167028862be2a173976ca11'
const magic = '6492'.repeat(16)
const plain = '11'.repeat(65)
const yes = '1626ba7e'.padEnd(64, '0')

/** Wraps a signature for a counterfactual contract (ERC-6492), without the magic suffix. */
const wrapped = (signature = plain): string => {
  const parts = [bytes('5e'), bytes(signature)]
  const places = offsets(parts)
  const at = (n: number) => word(Number(BigInt(`0x${places.slice(64 * n, 64 * n + 64)}`)) + 32)
  return factory.slice(2).padStart(64, '0') + at(0) + at(1) + parts.join('')
}

type Call = { method: string; to: string; data: string }
type Answer = { result: string } | { error: object } | null

/** Starts a node of chain 1 with scripted responses. A null response is held until `release`. */
const withNode = async (answerOf: (call: Call) => Answer) => {
  const asked: Call[] = []
  const held: ServerResponse[] = []
  const send = (response: ServerResponse, answer: object) =>
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }))
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { method, params } = JSON.parse(text)
    const call: Call = { method, to: params[0]?.to ?? '', data: params[0]?.data ?? '' }
    asked.push(call)
    const answer = answerOf(call)
    if (answer === null) held.push(response)
    else send(response, answer)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = secret(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const { logger, lines } = testLogger()
  const contracts = createContractWallets(new Map([['1', url]]), logger)
  const verify = (signature = plain, chainId = '1') =>
    contracts.verify({ chainId, address, hash: new Uint8Array(32), signature: hexToBytes(signature) })
  const release = () => {
    for (const response of held.splice(0)) send(response, { error: { code: 1, message: 'busy' } })
  }
  return { contracts, verify, asked, release, lines }
}

/** Scripts a chain with or without the contract, and the responses of the contract and of Multicall. */
const chain =
  ({ isMade = true, contract = { result: '0x' } as Answer, several = { result: '0x' } as Answer } = {}) =>
  ({ method, to }: Call): Answer => {
    if (method === 'eth_chainId') return { result: '0x1' }
    if (method === 'eth_getCode') return { result: isMade ? '0x6001' : '0x' }
    return to === multicall ? several : contract
  }
const places = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'eth_call').map(({ to }) => to)

test('no request is sent for a chain without a node', async () => {
  const { contracts, verify, asked } = await withNode(chain())
  expect(['1', '10'].map(contracts.knows)).toEqual([true, false])
  expect(await verify(plain, '10')).toBe('unavailable')
  expect(asked).toEqual([])
})

test('sixteen signatures are verified concurrently, and the next one when a slot is free', async () => {
  const { verify, asked, release } = await withNode(() => null)
  const verdicts = Array.from({ length: 16 }, () => verify())
  // Each verification queries the chain ID and the code.
  await expect.poll(() => asked.length).toBe(32)
  expect(await verify()).toBe('unavailable')
  expect(asked).toHaveLength(32)
  release()
  expect(new Set(await Promise.all(verdicts))).toEqual(new Set(['unavailable']))
  const next = verify()
  await expect.poll(() => asked.length).toBe(34)
  release()
  expect(await next).toBe('unavailable')
})

describe('contract signature', () => {
  test('a deployed contract is called directly, even for a signature naming its factory', async () => {
    const { verify, asked } = await withNode(chain({ contract: { result: `0x${yes}` } }))
    expect(await verify(wrapped() + magic)).toBe('refused')
    expect(places(asked)).toEqual([address, address])
    // The contract is called with the inner signature.
    expect(asked.at(-1)?.data).toContain(bytes(plain))
    expect(asked.at(-1)?.data).not.toContain(magic)
  })

  test('a contract that reverts rejects the signature', async () => {
    const { verify, lines } = await withNode(chain({ contract: { error: { code: 3, message: 'reverted' } } }))
    expect([await verify(), lines]).toEqual(['refused', []])
  })

  test('an undeployed contract is deployed within the same call', async () => {
    const result = word(1) + word(64) + word(32) + yes
    const made = word(32) + word(2) + word(64) + word(64 + 128) + word(1) + word(64) + word(0) + word(0) + result
    const { verify, asked } = await withNode(chain({ isMade: false, several: { result: `0x${made}` } }))
    // The contract accepts both messages, so it would accept any signature.
    expect(await verify(wrapped() + magic)).toBe('refused')
    expect(places(asked)).toEqual([multicall, multicall])
    expect(asked.at(-1)?.data).toContain(factory.slice(2))
  })

  test.each([
    ['is too short', word(32)],
    ['is nothing', ''],
  ])('an undeployed contract is rejected when the response %s', async (_, hex) => {
    const { verify } = await withNode(chain({ isMade: false, several: { result: `0x${hex}` } }))
    expect(await verify(wrapped() + magic)).toBe('refused')
  })

  test.each([
    ['of a key', plain],
    ['that ends in something else', wrapped() + '0'.repeat(64)],
    ['whose parts reach into its end', wrapped().slice(0, -64) + magic],
  ])('an undeployed contract has no valid signature %s', async (_, signature) => {
    const { verify, asked } = await withNode(chain({ isMade: false }))
    expect(await verify(signature)).toBe('no-contract')
    expect(places(asked)).toEqual([])
  })
})

test.each([
  ['refuses', { error: { code: 1, message: 'busy' } }, 'The node refused.'],
  ['answers with something else', { result: '5' }, 'It answered 200 with something else.'],
  ['is of another chain', { result: '0x2' }, 'The node is one of another chain.'],
])('a node that %s is unavailable, and the reason is logged', async (_, answer, why) => {
  const { verify, lines } = await withNode(() => answer)
  expect(await verify()).toBe('unavailable')
  expect(JSON.stringify(lines)).toContain(why)
})
