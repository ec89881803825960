import { readTextUpTo } from '@corroborate/server-kit/bounded-reading'
import type { Logger } from '@corroborate/server-kit/logging'
import type { Secret } from '@corroborate/server-kit/settings'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { bytes, createAbiReader, offsets, word } from './abi.ts'

/** The largest answer that is read, in bytes: the code of a contract has 24 KB at most, and 48 in hexadecimal. */
const largestAnswer = 128 * 1_024

/** Response of a node. `unavailable` if the response is unusable. */
type RpcAnswer = { kind: 'result'; hex: string } | { kind: 'error' } | { kind: 'unavailable'; reason: string }

const answerSchema = z.union([
  z.object({ result: z.string().regex(/^0x[0-9a-fA-F]*$/) }),
  z.object({ error: z.object({ code: z.number() }) }),
])

/** Sends a JSON-RPC request to a chain's node (https://ethereum.org/developers/docs/apis/json-rpc). Never throws. */
export const requestNode = async (
  url: Secret,
  method: 'eth_chainId' | 'eth_getCode' | 'eth_call',
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<RpcAnswer> => {
  try {
    const response = await fetch(url.reveal(), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Corroborate' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal,
    })
    const text = await readTextUpTo(response, largestAnswer)
    if (text === null) throw new RangeError('It answered with far too much.')
    const read = answerSchema.safeParse(JSON.parse(text))
    if (!read.success) return { kind: 'unavailable', reason: `It answered ${response.status} with something else.` }
    return 'result' in read.data ? { kind: 'result', hex: read.data.result.slice(2) } : { kind: 'error' }
  } catch (error) {
    return { kind: 'unavailable', reason: error instanceof Error ? error.name : 'It failed.' }
  }
}

/** Timeout for all requests about one signature, in ms. */
const patience = 3_000
/** Maximum number of concurrent verifications. Without a limit, they would pile up when a node hangs. */
const mostAtOnce = 16

const isValidSignature = '1626ba7e'
/** ERC-1271's success value: the function selector, padded to a word. */
const yes = isValidSignature.padEnd(64, '0')
/** Magic suffix of a signature for an undeployed contract (ERC-6492). */
const wrapperEnd = '6492'.repeat(16)
/**
 * Multicall3, at the same address on every chain that has it (https://www.multicall3.com). It makes several calls one after
 * the other.
 */
const multicall = '0xca11bde05977b3631167028862be2a173976ca11'
const aggregate3 = '82ad56cb'

export type ContractVerdict = 'signed' | 'refused' | 'no-contract' | 'unavailable'

type Asked = { chainId: string; address: string; hash: Uint8Array; signature: Uint8Array }

export type ContractWallets = {
  /** True if a node is configured for the chain. */
  knows: (chainId: string) => boolean
  /** Asks the contract at an address if a signature is valid. Never throws. */
  verify: (asked: Asked) => Promise<ContractVerdict>
}

/** Wallets that are contracts, on the chains that have a node. @param nodes addresses of nodes, by chain id */
export const createContractWallets = (nodes: ReadonlyMap<string, Secret>, logger: Logger): ContractWallets => {
  let atWork = 0
  const verify = async ({ chainId, address, hash, signature }: Asked): Promise<ContractVerdict> => {
    const url = nodes.get(chainId)
    if (url === undefined || atWork >= mostAtOnce) return 'unavailable'
    atWork++
    try {
      const signal = AbortSignal.timeout(patience)
      const ask: Ask = (method, ...params) => requestNode(url, method, params, signal)
      return await askContract(ask, chainId, address.toLowerCase(), bytesToHex(hash), bytesToHex(signature))
    } catch (error) {
      logger.warn({ chainId, error: String(error) }, 'a node could not be asked about a contract wallet')
      return 'unavailable'
    } finally {
      atWork--
    }
  }
  return { knows: chainId => nodes.has(chainId), verify }
}

type Ask = (method: Parameters<typeof requestNode>[1], ...params: unknown[]) => Promise<RpcAnswer>

const askContract = async (
  ask: Ask,
  chainId: string,
  address: string,
  hash: string,
  signature: string,
): Promise<ContractVerdict> => {
  const [chain, code] = await Promise.all([ask('eth_chainId'), ask('eth_getCode', address, 'latest')])
  if (BigInt(`0x${resultOf(chain)}`) !== BigInt(chainId)) throw new Error('The node is one of another chain.')
  const wrapped = unwrap(signature)
  const isMade = resultOf(code) !== ''
  if (!isMade && wrapped === null) return 'no-contract'

  const own = wrapped?.signature ?? signature
  const answerTo = async (asked: string): Promise<string | null> => {
    const question = questionAbout(asked, own)
    const call =
      isMade || wrapped === null
        ? { to: address, data: `0x${question}` }
        : {
            to: multicall,
            data: `0x${inTurn([
              { to: wrapped.factory, data: wrapped.call },
              { to: address, data: question },
            ])}`,
          }
    const answer = await ask('eth_call', call, 'latest')
    if (answer.kind === 'error') return null
    return call.to === multicall ? secondResult(resultOf(answer)) : resultOf(answer)
  }
  // A contract that accepts the same signature for another message accepts any signature and would sign anyone in.
  const another = bytesToHex(keccak_256(Buffer.from(hash, 'hex')))
  const [about, aboutAnother] = await Promise.all([answerTo(hash), answerTo(another)])
  return about === yes && aboutAnother !== yes ? 'signed' : 'refused'
}

const resultOf = (answer: RpcAnswer): string => {
  if (answer.kind === 'result') return answer.hex.toLowerCase()
  throw new Error(answer.kind === 'error' ? 'The node refused.' : answer.reason)
}

/** `isValidSignature(bytes32, bytes)` */
const questionAbout = (hash: string, signature: string): string => isValidSignature + hash + word(64) + bytes(signature)

/** Unwraps an ERC-6492 signature: the contract's factory, the deployment call and the inner signature. Null for other signatures. */
const unwrap = (signature: string): { factory: string; call: string; signature: string } | null => {
  if (!signature.endsWith(wrapperEnd)) return null
  try {
    const reader = createAbiReader(signature.slice(0, -wrapperEnd.length))
    return { factory: reader.address(0), call: reader.bytes(32, 0), signature: reader.bytes(64, 0) }
  } catch {
    return null
  }
}

type Step = { to: string; data: string }

/** `aggregate3((address, bool, bytes)[])`: the calls in one simulation, each of which may fail. */
const inTurn = (steps: readonly Step[]): string => {
  const each = steps.map(({ to, data }) => to.replace(/^0x/, '').padStart(64, '0') + word(1) + word(96) + bytes(data))
  return aggregate3 + word(32) + word(each.length) + offsets(each) + each.join('')
}

/** The result of the second of two calls, from `(bool, bytes)[]`. Null when the call failed. */
const secondResult = (hex: string): string | null => {
  try {
    const reader = createAbiReader(hex)
    const list = reader.number(0) + 32
    const step = list + reader.number(list + 32)
    return reader.flag(step) ? reader.bytes(step + 32, step) : null
  } catch {
    return null
  }
}
