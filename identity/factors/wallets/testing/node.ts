import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { onTestFinished } from 'vitest'
import { createAbiReader, word } from '../ethereum/abi.ts'
import { checksummed } from '../ethereum/key-signature.ts'

const yes = '1626ba7e'.padEnd(64, '0')
const multicall = '0xca11bde05977b3631167028862be2a173976ca11'

/** A contract wallet: the owner whose signatures it accepts, and its factory if it is not deployed yet. */
type Contract = { owner: string; factory?: string }

/** Behavior of a node or of a contract on it. */
export type Manner =
  | 'right'
  | 'says yes to everything'
  | 'reverts'
  | 'hangs'
  | 'answers 10 MB'
  | 'is of another chain'
  | 'answers HTML'
  | 'redirects'
  | 'answers half a word'

const ownerOf = (hash: string, signature: string): string => {
  const bytes = hexToBytes(signature)
  const parsed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact').addRecoveryBit((bytes[64] ?? 0) % 27)
  const key = parsed.recoverPublicKey(hexToBytes(hash)).toBytes(false)
  return checksummed(bytesToHex(keccak_256(key.subarray(1)).subarray(12)))
}

/** A node of a chain in this process, with contracts at addresses: as much of JSON-RPC over HTTP as contract wallets need. */
export const openNode = async (contracts: Readonly<Record<string, Contract>>, chainId = '1') => {
  const known = new Map(Object.entries(contracts).map(([address, contract]) => [address.toLowerCase(), contract]))
  const node = { url: '', manner: 'right' as Manner, asked: [] as string[] }

  /** Returns a contract's response, or null if it reverts. */
  const answerOf = (to: string, data: string, made?: string): string | null => {
    const contract = known.get(to)
    if (contract === undefined) return ''
    if (contract.factory !== undefined && contract.factory !== made) return ''
    if (node.manner === 'says yes to everything') return yes
    if (node.manner === 'reverts') return null
    const reader = createAbiReader(data.slice(8))
    const [hash, signature] = [data.slice(8, 8 + 64), reader.bytes(32, 0)]
    if (node.manner === 'answers half a word') return yes.slice(0, 8)
    return signature.length === 130 && ownerOf(hash, signature) === contract.owner ? yes : word(0)
  }

  /** Multicall3's aggregate3 of two calls: the factory's, and the question. */
  const answerInTurn = (data: string): string => {
    const reader = createAbiReader(data.slice(8))
    const list = reader.number(0) + 32
    const [first, second] = [list + reader.number(list), list + reader.number(list + 32)]
    const made = `0x${reader.address(first)}`
    const answer = answerOf(`0x${reader.address(second)}`, reader.bytes(second + 64, second), made)
    const result = (isRight: boolean, hex: string) =>
      word(isRight ? 1 : 0) + word(64) + word(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
    const results = [result(true, ''), result(answer !== null, answer ?? '')]
    const [one = ''] = results
    return word(32) + word(2) + word(64) + word(64 + one.length / 2) + results.join('')
  }

  const answer = (method: string, [first]: [{ to: string; data: string } | string]) => {
    if (method === 'eth_chainId')
      return { result: `0x${BigInt(node.manner === 'is of another chain' ? 99 : chainId).toString(16)}` }
    if (method === 'eth_getCode') {
      const contract = known.get(String(first))
      return { result: contract === undefined || contract.factory !== undefined ? '0x' : '0x6001' }
    }
    const { to, data } = first as { to: string; data: string }
    const hex = to === multicall ? answerInTurn(data.slice(2)) : answerOf(to, data.slice(2))
    return hex === null ? { error: { code: 3, message: 'execution reverted' } } : { result: `0x${hex}` }
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const part of request) text += part
    const { id, method, params } = JSON.parse(text)
    node.asked.push(method)
    if (node.manner === 'hangs') return
    if (node.manner === 'answers HTML') return response.setHeader('Content-Type', 'text/html').end('<h1>Busy</h1>')
    if (node.manner === 'redirects') return response.writeHead(307, { Location: '/elsewhere' }).end()
    if (node.manner === 'answers 10 MB') return response.end(`{"result":"0x${'00'.repeat(5_000_000)}"}`)
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return node
}
